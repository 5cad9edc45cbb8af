import type { ExportFormat, ExportPiece } from '../../../src-server/contract/records/export.ts'
import { host } from '../../host/host.ts'

/**
 * Reads a file piece by piece and saves it for the person.
 * @param read asks for the piece after the given end
 * @param tell gets the number of rows read so far
 * @returns the number of saved rows, undefined when the person cancelled
 */
export async function saveExport(
  name: string,
  format: ExportFormat,
  read: (after: { after?: number }) => Promise<ExportPiece>,
  tell: (rows: number) => void,
): Promise<number | undefined> {
  const texts: string[] = []
  let rows = 0
  for (let next: number | null = 0; next !== null;) {
    const piece: ExportPiece = await read(next === 0 ? {} : { after: next })
    texts.push(piece.text)
    rows += piece.rows
    tell(rows)
    next = piece.next
  }
  const saved = await host.saveFile(`${name}.${format}`, new TextEncoder().encode(texts.join('')))
  return saved ? rows : undefined
}
