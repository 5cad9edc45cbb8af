import type { CopyProcess } from './copy-process.ts'
import type { Stores } from '../../../src-server/entry/stores.ts'
import type { Store } from '../../../src-server/store/store.ts'

/** Stores that several copies of a server in this process can share. */
export interface SharableStores extends Stores {
  /**
   * The same store for another copy of the server. It has callbacks of its own.
   * @param name of the copy, where copies know each other by names
   */
  another(name?: string): Store
}

/** One opening of the stores for several copies. The last one to close it closes the stores. */
export class SharedStores {
  readonly #open: () => Promise<SharableStores>
  readonly #outgoing = new Set<() => void>()
  #opened: Promise<SharableStores> | undefined
  #copies = 0

  constructor(open: () => Promise<SharableStores>) {
    this.#open = open
  }

  async open(copy: CopyProcess, name?: string): Promise<SharableStores> {
    this.#opened ??= this.#open()
    this.#copies++
    const stores = await this.#opened
    const store = stores.another(name)
    let callback = (): void => undefined
    store.onOutgoing(() => {
      for (const call of this.#outgoing) call()
    })
    return {
      ...stores,
      store: copy.store({
        ...store,
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
