export type CsvCell = string | number | null

const BOM = '\uFEFF'

/** A spreadsheet runs text that starts so as a formula; a leading apostrophe makes it text again. */
const FORMULA = /^[=+\-@\t\r]/

function writeCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180 text with a byte order mark, which Excel needs to read Chinese. Numbers stay numbers. */
export function writeCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): Uint8Array {
  const lines = [header, ...rows].map((row) => row.map(writeCell).join(','))
  return new TextEncoder().encode(BOM + lines.join('\r\n') + '\r\n')
}
