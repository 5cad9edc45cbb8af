import { MAX_PAGE_SIZE } from '../../../../src-server/contract/limits.ts'
import type { DeviceRecord } from '../../../../src-server/contract/records/device.ts'
import { call } from '../../../api/console-client.ts'

/** More rows than this the table does not hold; it says so and asks for a filter on the server's side. */
export const MAX_ROWS = 100_000
/** Pages asked for at the same time. */
const TOGETHER = 3

interface Reading {
  readonly signal: AbortSignal
  readonly onPage: (rows: readonly DeviceRecord[], total: number) => void
}

/** Reads every account of the signed-in person's scope, in the order of ids, up to MAX_ROWS. */
export async function readAllDevices({ signal, onPage }: Reading): Promise<void> {
  const readPage = (page: number) =>
    call('device_list', { page, size: MAX_PAGE_SIZE, sort: 'id', desc: false, exact: true }, { signal })
  const first = await readPage(1)
  onPage(first.rows, first.total)
  const pages = Math.ceil(Math.min(first.total, MAX_ROWS) / MAX_PAGE_SIZE)
  for (let page = 2; page <= pages; page += TOGETHER) {
    const numbers = Array.from({ length: Math.min(TOGETHER, pages - page + 1) }, (_, offset) => page + offset)
    for (const answer of await Promise.all(numbers.map(readPage))) onPage(answer.rows, answer.total)
  }
}
