/**
 * Splits MySQL's SQL into tokens, as the text arrives. It keeps only the text of the token that is not complete yet.
 * Comments are left out. The content of a comment such as `/*!40101 … *\/` is read, as MySQL reads it.
 */
export type SqlToken =
  /** A bare word, such as INSERT, NULL or a name without quotes. */
  | { readonly kind: 'word'; readonly text: string }
  /** A name in backquotes. */
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  /** `0xAB`, `x'AB'` and `b'01'`: bytes, as text in UTF-8. */
  | { readonly kind: 'bytes'; readonly text: string }
  | { readonly kind: 'mark'; readonly text: string }

/** The file is no SQL that this server can read. */
export class DumpError extends Error {
  override readonly name = 'DumpError'
  readonly line: number

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`)
    this.line = line
  }
}

/** The longest text of one value, characters. MySQL's default for a whole statement is 64 MB. */
const LONGEST_TEXT = 16_000_000

const SPACE = /[\s\uFEFF\0]*/y
const WORD = /[A-Za-z_$@\u0080-\uffff][\w$@.\u0080-\uffff]*/y
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y
const HEX = /0[xX][0-9a-fA-F]+/y
const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  b: '\b',
  n: '\n',
  r: '\r',
  t: '\t',
  Z: '\u001a',
  '%': '\\%',
  _: '\\_',
}
/**
 * The next place of a character from a place on. It is looked for once: a search for each token would read the same long
 * line again and again.
 */
class NextOf {
  readonly #character: string
  #found = -1

  constructor(character: string) {
    this.#character = character
  }

  forget(): void {
    this.#found = -1
  }

  /** @returns Infinity where there is none. Places must not go back before `forget`. */
  from(text: string, at: number): number {
    if (this.#found < at) {
      const found = text.indexOf(this.#character, at)
      this.#found = found < 0 ? Infinity : found
    }
    return this.#found
  }
}

/** So many characters must follow before a token at the end of the text is known to be complete. */
const LOOK_AHEAD = 4

export class SqlLexer {
  #text = ''
  #at = 0
  #line = 1
  #ended = false
  /** The place where the search for the end of an incomplete token goes on. */
  #searched = 0
  readonly #newline = new NextOf('\n')
  readonly #escape = new NextOf('\\')

  /** The line of the last token. */
  line = 1

  push(text: string): void {
    if (this.#at > 0) {
      this.#text = this.#text.slice(this.#at)
      this.#searched = Math.max(0, this.#searched - this.#at)
      this.#at = 0
    }
    this.#text += text
    this.#newline.forget()
    this.#escape.forget()
  }

  end(): void {
    this.#ended = true
  }

  /**
   * @returns undefined where the text ends before the token does
   * @throws DumpError
   */
  next(): SqlToken | undefined {
    if (!this.#skipSpace()) return undefined
    const rest = this.#text.length - this.#at
    if (rest === 0 || (rest < LOOK_AHEAD && !this.#ended)) return undefined
    this.line = this.#line
    const start = this.#text.charAt(this.#at)
    if (start === "'" || start === '"') return this.#quoted(start, 'text', this.#at)
    if (start === '`') return this.#quoted(start, 'name', this.#at)
    const following = this.#text.charAt(this.#at + 1)
    if (following === "'" && /[xXbBnN]/.test(start)) return this.#prefixed(start)
    const hex = this.#match(HEX)
    if (hex !== undefined) return hex === '' ? undefined : { kind: 'bytes', text: fromHex(hex.slice(2)) }
    const number = this.#match(NUMBER)
    if (number !== undefined) return number === '' ? undefined : { kind: 'number', text: number }
    const word = this.#match(WORD)
    if (word !== undefined) return word === '' ? undefined : { kind: 'word', text: word }
    this.#at++
    return { kind: 'mark', text: start }
  }

  /** Leaves the text up to the next line of `DELIMITER ;` out. @returns whether that line was there */
  skipToDelimiter(): boolean {
    const rest = this.#text.slice(this.#at)
    if (/^[ \t]+;[ \t\r]*$/m.test(rest.slice(0, rest.indexOf('\n') + 1))) return true
    const found = /^[ \t]*DELIMITER[ \t]+;[ \t\r]*$/im.exec(rest)
    if (found !== null) {
      this.#pass(this.#at + found.index + found[0].length)
      return true
    }
    // The line may begin in the last line of the text.
    const last = this.#text.lastIndexOf('\n')
    if (last > this.#at) this.#pass(last)
    return false
  }

  /** @returns false where the text ends inside white space or a comment */
  #skipSpace(): boolean {
    for (;;) {
      SPACE.lastIndex = this.#at
      SPACE.exec(this.#text)
      this.#pass(SPACE.lastIndex)
      const two = this.#text.slice(this.#at, this.#at + 3)
      if (two.startsWith('#') || /^--(?:\s|$)/.test(two)) {
        if (two.length < 3 && !this.#ended) return false
        const end = this.#text.indexOf('\n', this.#at)
        if (end < 0) return this.#dropComment()
        this.#pass(end + 1)
      } else if (two.startsWith('/*')) {
        if (two.length < 3 && !this.#ended) return false
        if (two === '/*!') {
          const version = /\/\*!\d*/y
          version.lastIndex = this.#at
          version.exec(this.#text)
          if (version.lastIndex >= this.#text.length && !this.#ended) return false
          this.#pass(version.lastIndex)
        } else {
          const end = this.#text.indexOf('*/', this.#at + 2)
          if (end < 0) {
            if (this.#ended) throw new DumpError(this.#line, 'a comment begins here and does not end')
            this.#requireShort('a comment')
            return false
          }
          this.#pass(end + 2)
        }
      } else if (two.startsWith('*/')) this.#at += 2
      else return true
    }
  }

  /** A line comment at the end of the text: its beginning stays, so that the rest is known to be a comment. */
  #dropComment(): boolean {
    if (this.#ended) {
      this.#at = this.#text.length
      return true
    }
    this.#text = `${this.#text.slice(0, this.#at)}# `
    this.#newline.forget()
    return false
  }

  /** @returns undefined where the pattern does not fit; empty where the text ends inside the match */
  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found === undefined) return undefined
    if (this.#at + found.length + LOOK_AHEAD > this.#text.length && !this.#ended) {
      this.#requireShort('a word')
      return ''
    }
    this.#at += found.length
    return found
  }

  #prefixed(prefix: string): SqlToken | undefined {
    const read = this.#quoted("'", 'text', this.#at + 1)
    if (read === undefined) return undefined
    if (/[nN]/.test(prefix)) return read
    const isHex = /[xX]/.test(prefix)
    if (!(isHex ? /^[0-9a-fA-F]*$/ : /^[01]*$/).test(read.text))
      throw new DumpError(this.line, 'these are no digits of bytes')
    return { kind: 'bytes', text: isHex ? fromHex(read.text) : String(Number.parseInt(read.text || '0', 2)) }
  }

  /** Text in quotes, with `\'` and `''`. @param from where the opening quote is */
  #quoted(quote: string, kind: 'text' | 'name', from: number): SqlToken | undefined {
    const text = this.#text
    let at = Math.max(from + 1, this.#searched)
    for (;;) {
      const end = text.indexOf(quote, at)
      const escape = kind === 'name' ? Infinity : this.#escape.from(text, at)
      if (escape < Infinity && (end < 0 || escape < end)) {
        if (escape + 1 >= text.length) {
          this.#wait(escape)
          return undefined
        }
        at = escape + 2
        continue
      }
      if (end < 0 || (end + 1 >= text.length && !this.#ended)) {
        this.#wait(end < 0 ? text.length : end)
        return undefined
      }
      if (text.charAt(end + 1) === quote) {
        at = end + 2
        continue
      }
      const inner = text.slice(from + 1, end)
      this.#searched = 0
      this.#pass(end + 1)
      return { kind, text: unescape(inner, quote, kind === 'text') }
    }
  }

  /** The end of a quoted text has not arrived. */
  #wait(searched: number): void {
    if (this.#ended) throw new DumpError(this.#line, 'a text begins here and does not end')
    this.#searched = searched
    this.#requireShort('a text')
  }

  #requireShort(what: string): void {
    if (this.#text.length - this.#at > LONGEST_TEXT)
      throw new DumpError(this.#line, `${what} begins here and is longer than ${LONGEST_TEXT} characters`)
  }

  /** Goes on to a place of the text, and counts the lines up to there. */
  #pass(to: number): void {
    let at = this.#newline.from(this.#text, this.#at)
    for (; at < to; at = this.#newline.from(this.#text, at + 1)) this.#line++
    this.#at = to
  }
}

function unescape(inner: string, quote: string, hasEscapes: boolean): string {
  const single = inner.includes(quote) ? inner.replaceAll(quote + quote, quote) : inner
  if (!hasEscapes || !inner.includes('\\')) return single
  // In one pass: a doubled quote may follow an escaped backslash.
  const pattern = quote === "'" ? /\\([^])|''/g : /\\([^])|""/g
  return inner.replaceAll(pattern, (_, escaped: string | undefined) =>
    escaped === undefined ? quote : (ESCAPES[escaped] ?? escaped),
  )
}

const utf8 = new TextDecoder()

function fromHex(digits: string): string {
  const even = digits.length % 2 === 0 ? digits : `0${digits}`
  return utf8.decode(Uint8Array.from(even.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)))
}
