/** The kind of a column's values, in words that both engines share. */
export type CellKind = 'whole' | 'real' | 'flag' | 'text' | 'bytes'

/** A value as SQLite keeps it. */
export type Cell = string | number | Buffer | null

export interface MovedColumn {
  readonly name: string
  readonly kind: CellKind
}

/** A table that a move takes along. */
export interface MovedTable {
  readonly name: string
  readonly columns: readonly MovedColumn[]
  /** The columns of the primary key, in their order. */
  readonly key: readonly string[]
}

/** The row's text where a value is NULL. */
const NONE = '\\N'
const NUL = '\0'
/** PostgreSQL stores no NUL. Decoders put the same character for bytes that are no text. */
const REPLACEMENT = '\u{FFFD}'
const SPECIAL = /[\\\b\f\n\r\t\v]/g
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}
const ESCAPED = /\\(.)/g
const CONTROLS: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/**
 * Rows as one line of text each, without its end: the text of PostgreSQL's COPY, so that the database reads and writes most of
 * them itself. Both engines give the same line for the same row.
 */
export class RowText {
  readonly #kinds: readonly CellKind[]
  readonly #reals: readonly number[]
  #changed = 0

  constructor({ columns }: Pick<MovedTable, 'columns'>) {
    this.#kinds = columns.map(({ kind }) => kind)
    this.#reals = this.#kinds.flatMap((kind, at) => (kind === 'real' ? [at] : []))
  }

  /** The rows so far in which a NUL became another character. */
  get changed(): number {
    return this.#changed
  }

  /** The line of a row as SQLite reads it. */
  write(row: readonly Cell[]): string {
    let isChanged = false
    let line = ''
    for (let at = 0; at < row.length; at++) {
      if (at > 0) line += '\t'
      const value = row[at] ?? null
      if (typeof value === 'string') {
        const text = value.includes(NUL) ? value.replaceAll(NUL, REPLACEMENT) : value
        if (text !== value) isChanged = true
        line += SPECIAL.test(text) ? text.replace(SPECIAL, (one) => ESCAPES[one] ?? one) : text
        SPECIAL.lastIndex = 0
      } else if (typeof value === 'number') line += this.#numberText(value, at)
      else line += value === null ? NONE : `\\\\x${value.toString('hex')}`
    }
    if (isChanged) this.#changed++
    return line
  }

  /** The line as `write` gives it: PostgreSQL writes numbers with a point in another form. */
  asWritten(line: string): string {
    if (this.#reals.length === 0) return line
    const cells = line.split('\t')
    for (const at of this.#reals) if (cells[at] !== NONE) cells[at] = realText(Number(cells[at]))
    return cells.join('\t')
  }

  /** The row of a line, as SQLite takes it. */
  read(line: string): Cell[] {
    return line.split('\t').map((cell, at) => {
      if (cell === NONE) return null
      switch (this.#kinds[at]) {
        case 'whole':
        case 'real':
          return Number(cell)
        case 'flag':
          return cell === 't' ? 1 : 0
        case 'bytes':
          return Buffer.from(cell.slice(3), 'hex')
        default:
          return cell.includes('\\') ? cell.replace(ESCAPED, (_, one: string) => CONTROLS[one] ?? one) : cell
      }
    })
  }

  #numberText(value: number, at: number): string {
    const kind = this.#kinds[at]
    if (kind === 'flag') return value === 0 ? 'f' : 't'
    return kind === 'real' ? realText(value) : String(value)
  }
}

/** The shortest text that gives the same number. */
function realText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}
