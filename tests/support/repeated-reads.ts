import type { Stores } from '../../src-server/entry/open-stores.ts'

/** Stores that do each read twice, as a database may that ends a read and repeats it. */
export function repeatReads(stores: Stores): Stores {
  const { store } = stores
  const read: typeof store.read = async (work) => {
    await store.read(work)
    return store.read(work)
  }
  return { ...stores, store: { ...store, read } }
}
