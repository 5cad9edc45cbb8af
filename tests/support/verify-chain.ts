import { breakAtEnd, CHAIN_START, followChain } from '../../src-server/domain/audit/verify.ts'
import type { Store } from '../../src-server/store/store.ts'

const ROWS_AT_ONCE = 100

/** Follows the audit log of a store from its start. @returns the number of its rows @throws Error at a break */
export async function verifyChain(store: Store): Promise<number> {
  let place = CHAIN_START
  for (;;) {
    const { id } = place
    const rows = await store.read(({ audit }) => audit.after(id, ROWS_AT_ONCE))
    if (rows.length === 0) break
    const followed = followChain(place, rows)
    if (followed.broken !== undefined)
      throw new Error(`the audit chain is broken at ${followed.broken.brokenAt}`)
    place = followed.place
  }
  if (breakAtEnd(place, await store.read(({ audit }) => audit.head())) !== undefined)
    throw new Error('the audit chain has another end')
  return place.rows
}
