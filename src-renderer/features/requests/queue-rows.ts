import type { RequestRecord } from '../../../src-server/contract/records/request.ts'

type Row = Pick<RequestRecord, 'id' | 'state' | 'created_at'>

/** What the queue shows: the server's page, and in their places those that were decided while they were on it. */
export function mergeQueue<R extends Row>(
  listed: readonly R[],
  kept: ReadonlyMap<number, R>,
  desc: boolean,
): R[] {
  const rows = new Map([...listed.map((row) => [row.id, row] as const), ...kept])
  const sign = desc ? -1 : 1
  return [...rows.values()].sort((a, b) => sign * (a.created_at - b.created_at || a.id - b.id))
}

/** The open one to go on with after `id`: the next below it, else the first; undefined where none is left. */
export function nextOpen(rows: readonly Row[], id: number): number | undefined {
  const at = rows.findIndex((row) => row.id === id)
  const below = rows.slice(at + 1).find(({ state }) => state === 'pending')
  return (below ?? rows.find((row) => row.state === 'pending' && row.id !== id))?.id
}
