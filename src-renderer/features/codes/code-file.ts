import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import type { ExportPiece } from '../../../src-server/contract/records/export.ts'
import { call } from '../../api/console-client.ts'

export type CodeFileOrder = Omit<ActionInput<'code_export'>, 'after'>

/** Asks for a file of codes piece by piece. */
export function readPieces(
  order: CodeFileOrder,
  signal?: AbortSignal,
): (after: { after?: number }) => Promise<ExportPiece> {
  return (after) => call('code_export', { ...order, ...after }, signal === undefined ? {} : { signal })
}

/** The texts of all codes that match, for the clipboard. */
export async function readKamis(order: Omit<CodeFileOrder, 'format' | 'columns'>): Promise<string[]> {
  const read = readPieces({ ...order, format: 'json', columns: ['code'] })
  let text = ''
  for (let next: number | null = 0; next !== null;) {
    const piece: ExportPiece = await read(next === 0 ? {} : { after: next })
    text += piece.text
    next = piece.next
  }
  return (JSON.parse(text) as { code: string }[]).map(({ code }) => code)
}
