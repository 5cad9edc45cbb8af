import Papa from 'papaparse'
import { withoutGuard } from '../../../../src-server/contract/csv.ts'
import { isEmptyRow, MOST_ROWS, UnreadableFile, type FileRow } from './file-rows.ts'

/** The separators of cells. The empty one is for lists with one value in a line. */
export const SEPARATORS = [',', ';', '\t', '|', '----', ''] as const
export type Separator = (typeof SEPARATORS)[number]

export interface SplitText {
  readonly separator: Separator
  /** Without empty rows. */
  readonly rows: readonly FileRow[]
}

/** A first line that names the separator for Excel. */
const SEPARATOR_LINE = /^sep=(.)(?:\r\n|\n|\r|$)/i
/** Characters: no header row is longer. */
const HEAD = 10_000
/** The end of lines with CR LF in a file whose other lines end with LF. */
const RETURN = /\r+$/

/**
 * Splits a text into rows and cells. Lines end with CR LF, LF, or a mixture; or all with CR.
 * @param separator without it, the separator is guessed
 * @throws UnreadableFile
 */
export function splitRows(text: string, separator?: Separator): SplitText {
  const named = SEPARATOR_LINE.exec(text)
  const content = named === null ? text : text.slice(named[0].length)
  const newline = content.includes('\n') ? '\n' : '\r'
  const chosen = separator ?? namedSeparator(named?.[1]) ?? separatorOf(content, newline)
  const first = named === null ? 1 : 2
  const rows =
    chosen === '----' || chosen === ''
      ? splitPlainly(content, newline, chosen, first)
      : splitQuoted(content, newline, chosen, first)
  if (rows.length > MOST_ROWS) throw new UnreadableFile('rows', MOST_ROWS)
  return { separator: chosen, rows }
}

function namedSeparator(character: string | undefined): Separator | undefined {
  return SEPARATORS.find((separator) => separator === character)
}

function splitPlainly(text: string, newline: '\n' | '\r', separator: '' | '----', first: number): FileRow[] {
  return text.split(newline).flatMap((line, at) => {
    const content = line.replace(RETURN, '')
    const cells = separator === '' ? [content] : content.split(separator)
    return isEmptyRow(cells) ? [] : [{ line: first + at, cells }]
  })
}

function splitQuoted(text: string, newline: '\n' | '\r', delimiter: string, first: number): FileRow[] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline })
  const misplaced = errors.find(({ type }) => type === 'Quotes')
  if (misplaced !== undefined) {
    const before = text.slice(0, misplaced.index).split(newline).length
    throw new UnreadableFile('quote', first + before - 1)
  }
  let line = first
  return data.flatMap((row) => {
    const cells = row.map((cell) => withoutGuard(cell.replace(RETURN, '')))
    const at = line
    // A cell in quotation marks may have several lines.
    line += row.reduce((lines, cell) => lines + breaksIn(cell, newline), 1)
    return isEmptyRow(cells) ? [] : [{ line: at, cells }]
  })
}

function breaksIn(cell: string, newline: string): number {
  let breaks = 0
  for (let at = cell.indexOf(newline); at >= 0; at = cell.indexOf(newline, at + 1)) breaks++
  return breaks
}

/** The separator that gives the most cells in the first row that isn't empty. */
function separatorOf(text: string, newline: '\n' | '\r'): Separator {
  const head = text.slice(0, HEAD).replace(/^\s+/, '')
  if (/^[^\r\n",;\t]*----/.test(head)) return '----'
  const counts = ([',', ';', '\t', '|'] as const).map((separator) => {
    const { data, errors } = Papa.parse<string[]>(head, { delimiter: separator, newline, preview: 1 })
    const isWrong = errors.some(({ type }) => type === 'Quotes')
    return { separator, count: isWrong ? 0 : (data[0]?.length ?? 0) }
  })
  return counts.reduce((most, other) => (other.count > most.count ? other : most)).separator
}
