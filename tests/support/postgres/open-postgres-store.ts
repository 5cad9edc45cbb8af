import { cryptoRandom } from '../../../src-server/entry/adapters/system.ts'
import { createPostgresStore } from '../../../src-server/store/postgres/store.ts'
import { Seal } from '../../../src-server/store/sealing/seal.ts'
import type { Store } from '../../../src-server/store/store.ts'
import { ManualClock } from '../manual-clock.ts'
import { QUIET_LOG } from '../storage-watch.ts'

const NOW = 1_700_000_000
const KEY_BYTES = 32

/** A seal with a key of its own. */
export function newSeal(): Seal {
  return new Seal(cryptoRandom, cryptoRandom.bytes(KEY_BYTES))
}

/** The store of a copy of a server in a migrated database. */
export function openPostgresStore(
  url: string,
  { seal = newSeal(), isShared = true }: { readonly seal?: Seal; readonly isShared?: boolean } = {},
): Store {
  const parts = { random: cryptoRandom, clock: new ManualClock(NOW), log: QUIET_LOG }
  return createPostgresStore({ place: { url }, seal, isShared, ...parts })
}
