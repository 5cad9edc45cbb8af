import type { Store } from './store.ts'

/** The store of a preview: it reads committed data, and rolls back each of its writes. */
export function previewStore(store: Store): Store {
  return {
    read: (work) => store.read(work),
    write: (work) => store.preview(work),
    preview: (work) => store.preview(work),
    onOutgoing: () => undefined,
    onChanged: () => undefined,
    condition: store.condition,
    size: () => store.size(),
    // The server closes the real store.
    close: () => Promise.resolve(),
  }
}
