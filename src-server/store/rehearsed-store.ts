import type { Store } from './store.ts'

/** The store as a rehearsal has it: it reads what is committed, and each of its writes is taken back. */
export function rehearsedStore(store: Store): Store {
  return {
    read: (work) => store.read(work),
    write: (work) => store.rehearse(work),
    rehearse: (work) => store.rehearse(work),
    onOutgoing: () => undefined,
    size: () => store.size(),
    // It is the server's to close.
    close: () => Promise.resolve(),
  }
}
