/** A cell of a file of rows. */
export type CsvCell = string | number | boolean | null

/** Excel needs a byte order mark to read Chinese. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A spreadsheet runs a text with such a beginning as a formula, also behind blanks and with full-width signs. A leading
 * apostrophe makes it text again.
 */
const FORMULA_START = '[ \\n\\u3000]*[=+\\-@＝＋－＠\\t\\r]'
const FORMULA = new RegExp(`^${FORMULA_START}`)
/** The apostrophe before such a text. */
export const FORMULA_GUARD = new RegExp(`^'(?=${FORMULA_START})`)
const QUOTED = /[",\r\n]/

/** A line in the form of RFC 4180, with its end. Numbers stay numbers. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: CsvCell): string {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return ''
  if (typeof cell !== 'string') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
