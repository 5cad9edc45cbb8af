import type { Stores } from '../../src-server/entry/stores.ts'

/** Stores that do each read twice, as a database may that ends a read and repeats it. */
export function repeatReads<S extends Stores>(stores: S): S {
  const { store } = stores
  const read: typeof store.read = async (work) => {
    await store.read(work)
    return store.read(work)
  }
  return { ...stores, store: { ...store, read } }
}
