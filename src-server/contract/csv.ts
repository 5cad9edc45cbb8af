/** A text that a spreadsheet must keep as it is, although it looks like a number or a date: a code, an account number. */
export interface KeptText {
  readonly text: string
}
/** A cell of a file of rows. */
export type CsvCell = string | number | boolean | KeptText | null

/** Excel needs a byte order mark to read Chinese. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A spreadsheet runs a text with such a beginning as a formula: also after blanks, and a Chinese or Japanese one also
 * with a full-width sign. A leading apostrophe makes it text again.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
/**
 * Texts that a spreadsheet takes for numbers, times, dates or yes and no, and writes back in another form: 007 as 7, a number
 * of 12 digits as 1.23457E+11, 1-2 and MAR1 as days.
 */
const CHANGED = [
  /^\s*[$¥￥€£]?\s*[\d.][\d.,:/\-%eE+年月日时分秒\s]*(?:[ap]m)?\s*$/i,
  new RegExp(String.raw`^\s*(?:\d{1,4}[\s\-/]*)?${MONTH}\.?[\s\-/]*\d[\d\s:,\-/]*$`, 'i'),
  new RegExp(String.raw`^\s*\d{1,4}[\s\-/]*${MONTH}\.?\s*$`, 'i'),
  /^\s*(?:true|false)\s*$/i,
]
/** Numbers that stay as they are, and IPv4 addresses. */
const UNCHANGED = /^(?:0|[1-9]\d{0,10})$|^\d{1,3}(?:\.\d{1,3}){3}$/
const QUOTED = /[",\r\n]/

/** A line in the form of RFC 4180, with its end. Numbers stay numbers. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** The text of a cell without the apostrophe that this file puts before a text. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && needsGuard(cell.replace(/^'+/, '')) ? cell.slice(1) : cell
}

/** An apostrophe of the text itself gets a second one, so that the reader takes away only the guard. */
function needsGuard(text: string): boolean {
  return FORMULA.test(text) || isChanged(text)
}

function isChanged(text: string): boolean {
  return !UNCHANGED.test(text) && CHANGED.some((pattern) => pattern.test(text))
}

function csvCell(cell: CsvCell): string {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return ''
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  const text = typeof cell === 'string' ? cell : cell.text
  const plain = text.replace(/^'+/, '')
  const isKept = typeof cell === 'object' || plain !== text
  const safe = FORMULA.test(plain) || (isKept && isChanged(plain)) ? `'${text}` : text
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
