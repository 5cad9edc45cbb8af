import type { CopyProcess } from './copy-process.ts'
import type { Stores } from '../../../src-server/entry/open-stores.ts'

/** One opening of the stores for several copies. The last one to close it closes the stores. */
export class SharedStores {
  readonly #open: () => Promise<Stores>
  readonly #outgoing = new Set<() => void>()
  #opened: Promise<Stores> | undefined
  #copies = 0

  constructor(open: () => Promise<Stores>) {
    this.#open = open
  }

  async open(copy: CopyProcess): Promise<Stores> {
    this.#opened ??= this.#open()
    this.#copies++
    const stores = await this.#opened
    const store = stores.store.another()
    let callback = (): void => undefined
    store.onOutgoing(() => {
      for (const call of this.#outgoing) call()
    })
    return {
      ...stores,
      store: copy.store({
        ...store,
        another: () => stores.store.another(),
        onOutgoing: (wanted) => {
          callback = () => {
            if (!copy.isStopped) wanted()
          }
          this.#outgoing.add(callback)
        },
        close: () => Promise.resolve(),
      }),
      close: async () => {
        this.#outgoing.delete(callback)
        if (--this.#copies > 0) return
        this.#opened = undefined
        await stores.close()
      },
    }
  }
}
