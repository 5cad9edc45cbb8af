import type { Feed } from '../../../src-server/copies/feed.ts'
import type { CopyProcess } from './copy-process.ts'
import type { Stores } from '../../../src-server/entry/open-stores.ts'

/** One opening of the stores for several copies. The last one to close it closes the stores. */
export class SharedStores {
  readonly #open: () => Promise<Stores>
  readonly #feed: Feed
  readonly #outgoing = new Set<() => void>()
  #opened: Promise<Stores> | undefined
  #copies = 0

  constructor(open: () => Promise<Stores>, feed: Feed) {
    this.#open = open
    this.#feed = feed
  }

  async open(copy: CopyProcess): Promise<Stores> {
    this.#opened ??= this.#open()
    this.#copies++
    const stores = await this.#opened
    const { store } = stores
    let callback = (): void => undefined
    return {
      ...stores,
      store: copy.store({
        ...store,
        write: async (work, options) => {
          const value = await store.write(work, options)
          if (options.durable) this.#feed.tell([])
          return value
        },
        onOutgoing: (wanted) => {
          callback = () => {
            if (!copy.isStopped) wanted()
          }
          this.#outgoing.add(callback)
          store.onOutgoing(() => {
            for (const call of this.#outgoing) call()
          })
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
