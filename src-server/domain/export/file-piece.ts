import { BYTE_ORDER_MARK, csvLine, type CsvCell } from '../../contract/csv.ts'
import type { ExportFormat } from '../../contract/records/export.ts'

export type ExportCell = CsvCell
/** A column of a file: its name, and the cell of a row. */
export type ExportColumn<R> = readonly [name: string, cellOf: (row: R) => ExportCell]

/**
 * A piece of a file of rows. All pieces joined are the file: CSV with a byte order mark, or one JSON array.
 * The file isn't translated, because programs read it too.
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
  const lines = rows.map((row) => csvLine(columns.map(([, cellOf]) => cellOf(row))))
  const head = first ? BYTE_ORDER_MARK + csvLine(columns.map(([name]) => name)) : ''
  return head + lines.join('')
}

function jsonPiece<R>(
  columns: readonly ExportColumn<R>[],
  rows: readonly R[],
  { first, last }: { readonly first: boolean; readonly last: boolean },
): string {
  const texts = rows.map((row) =>
    JSON.stringify(Object.fromEntries(columns.map(([name, cellOf]) => [name, plainly(cellOf(row))]))),
  )
  const joined = texts.join(',\n')
  const start = first ? '[\n' : rows.length > 0 ? ',\n' : ''
  return start + joined + (last ? '\n]\n' : '')
}

function plainly(cell: ExportCell): ExportCell {
  return typeof cell === 'object' && cell !== null ? cell.text : cell
}
