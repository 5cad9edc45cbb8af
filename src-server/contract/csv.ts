/** A cell of a file of rows. */
export type CsvCell = string | number | boolean | null

/** Excel needs a byte order mark to read Chinese. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A spreadsheet runs a text with such a beginning as a formula: also after blanks, and a Chinese or Japanese one also
 * with a full-width sign. A leading apostrophe makes it text again.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
const QUOTED = /[",\r\n]/

/** A line in the form of RFC 4180, with its end. Numbers stay numbers. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** The text of a cell without the apostrophe that this file puts before a formula. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
}

function csvCell(cell: CsvCell): string {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return ''
  if (typeof cell !== 'string') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
