import { StorageFailure } from '../../contract/storage-failure.ts'
import type { Store, WriteUnit } from '../../store/store.ts'

/** Stores that a session or a token was used. A storage that can't write must not keep anybody from reading. */
export async function storeUse(store: Store, touch: (unit: WriteUnit) => Promise<void>): Promise<void> {
  if (store.condition.heldSince !== undefined) return
  try {
    await store.write(touch, { durable: false, lane: 'row' })
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error
  }
}
