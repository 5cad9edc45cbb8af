import { openPostgresStores } from '../../../src-server/entry/open-postgres-stores.ts'
import { createPostgresStore } from '../../../src-server/store/postgres/store.ts'
import type { Store } from '../../../src-server/store/store.ts'
import type { SharableStores } from '../pair/shared-stores.ts'

/** The stores of a test's server on PostgreSQL. */
export async function openTestStores(
  parts: Parameters<typeof openPostgresStores>[0],
): Promise<SharableStores> {
  const stores = await openPostgresStores(parts)
  const others: Store[] = []
  return {
    ...stores,
    another: (name) => {
      const place = { ...parts.place, copy: name }
      const store = createPostgresStore({ ...parts, place, seal: parts.sealing.seal })
      others.push(store)
      return store
    },
    close: async () => {
      for (const store of others) await store.close()
      await stores.close()
    },
  }
}
