import { BYTE_ORDER_MARK, csvLine, type CsvCell } from '../../src-server/contract/csv.ts'

export type { CsvCell }

/** A CSV file of rows, in UTF-8. */
export function writeCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): Uint8Array {
  return new TextEncoder().encode(BYTE_ORDER_MARK + [header, ...rows].map(csvLine).join(''))
}
