import type { Store } from './store.ts'

/** The store for a rehearsal: it reads committed data, and rolls each write back. */
export function rehearsedStore(store: Store): Store {
  return {
    read: (work) => store.read(work),
    write: (work) => store.rehearse(work),
    rehearse: (work) => store.rehearse(work),
    onOutgoing: () => undefined,
    size: () => store.size(),
    // The server closes the real store.
    close: () => Promise.resolve(),
  }
}
