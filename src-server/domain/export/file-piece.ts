import type { ExportFormat } from '../../contract/records/export.ts'

export type ExportCell = string | number | boolean | null
/** A column of a file: its name, and the cell of a row. */
export type ExportColumn<R> = readonly [name: string, cellOf: (row: R) => ExportCell]

/** Excel needs a byte order mark to read Chinese. */
const BOM = '\uFEFF'
/** A spreadsheet runs a text with such a beginning as a formula. A leading apostrophe makes it text again. */
const FORMULA = /^[=+\-@\t\r]/

/**
 * A piece of a file of rows. All pieces joined are the file: RFC 4180 with a byte order mark, or one JSON
 * array. The file isn't translated, because programs read it too.
 */
export function writePiece<R>(
  format: ExportFormat,
  columns: readonly ExportColumn<R>[],
  rows: readonly R[],
  place: { readonly first: boolean; readonly last: boolean },
): string {
  return format === 'csv' ? csvPiece(columns, rows, place.first) : jsonPiece(columns, rows, place)
}

/** Unix seconds as a date and time in UTC, for spreadsheets and people. */
export function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at * 1000).toISOString()
}

function csvPiece<R>(columns: readonly ExportColumn<R>[], rows: readonly R[], first: boolean): string {
  const lines = rows.map((row) => columns.map(([, cellOf]) => csvCell(cellOf(row))).join(','))
  if (first) lines.unshift(BOM + columns.map(([name]) => name).join(','))
  return lines.map((line) => `${line}\r\n`).join('')
}

function csvCell(cell: ExportCell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function jsonPiece<R>(
  columns: readonly ExportColumn<R>[],
  rows: readonly R[],
  { first, last }: { readonly first: boolean; readonly last: boolean },
): string {
  const texts = rows.map((row) =>
    JSON.stringify(Object.fromEntries(columns.map(([name, cellOf]) => [name, cellOf(row)]))),
  )
  const joined = texts.join(',\n')
  const start = first ? '[\n' : rows.length > 0 ? ',\n' : ''
  return start + joined + (last ? '\n]\n' : '')
}
