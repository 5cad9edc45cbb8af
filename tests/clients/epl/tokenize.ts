export interface Token {
  readonly kind: 'text' | 'number' | 'constant' | 'date' | 'name' | 'sign'
  readonly text: string
}

const PATTERNS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['text', /^“([^“”]*)”/],
  ['date', /^\[(\d+年\d+月\d+日)\]/],
  ['number', /^(\d+)/],
  ['constant', /^(#[\p{L}]+)/u],
  ['name', /^([\p{L}_][\p{L}\p{N}_]*)/u],
  ['sign', /^([＝≠＞＜≥≤＋－×÷%\\()[\],{}])/],
]
const WORDS = new Set(['且', '或'])

/** @throws Error at the first character that belongs to nothing: a half-width sign, or an open “ */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let rest = text.trimStart()
  while (rest !== '') {
    const [kind, pattern] = PATTERNS.find(([, one]) => one.test(rest)) ?? []
    if (kind === undefined || pattern === undefined)
      throw new Error(`unknown from here: ${rest.slice(0, 20)}`)
    const [whole = '', inner = ''] = pattern.exec(rest) ?? []
    tokens.push({ kind: WORDS.has(inner) && kind === 'name' ? 'sign' : kind, text: inner })
    rest = rest.slice(whole.length).trimStart()
  }
  return tokens
}

/** A line without its comment, which begins with an apostrophe outside of a text. */
export function withoutComment(line: string): string {
  let isText = false
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '“') isText = true
    else if (line[at] === '”') isText = false
    else if (line[at] === "'" && !isText) return line.slice(0, at)
  }
  return line
}
