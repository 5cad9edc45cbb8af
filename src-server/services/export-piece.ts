import type { ExportFormat } from '../contract/records/export.ts'
import { writePiece, type ExportColumn } from '../domain/export/file-piece.ts'
import { withPauses } from './with-pauses.ts'

/** Rows that are written in one go. */
const TOGETHER = 100

/** A piece of the file as `writePiece` writes it, with pauses in which other calls are answered. */
export async function writeWithPauses<T, R>(
  format: ExportFormat,
  columns: readonly ExportColumn<R>[],
  rows: readonly T[],
  recordOf: (row: T) => R,
  { first, last }: { readonly first: boolean; readonly last: boolean },
): Promise<string> {
  const starts = Array.from(
    { length: Math.max(1, Math.ceil(rows.length / TOGETHER)) },
    (_, i) => i * TOGETHER,
  )
  let text = ''
  for await (const start of withPauses(starts)) {
    text += writePiece(format, columns, rows.slice(start, start + TOGETHER).map(recordOf), {
      first: first && start === 0,
      last: last && start === starts.at(-1),
    })
  }
  return text
}
