import { isDeepStrictEqual } from 'node:util'
import type { Listener, ListenOptions } from '../http/listener.ts'
import type { ListenerChange } from '../services/platform/listeners.ts'

interface Opened {
  readonly listener: Listener
  readonly options: ListenOptions
}

interface Parts {
  /** @param besideOwn the port already belongs to this server */
  readonly listen: (options: ListenOptions, besideOwn: boolean) => Promise<Listener>
  /** Closes a listener after it has answered its calls. */
  readonly retire: (listener: Listener, takesLate: boolean) => void
}

const NOTHING: ListenerChange = { settle: () => undefined, undo: async () => undefined }

/** A listener that moves to another port, address or scheme while calls come in. */
export class MovableListener {
  readonly #parts: Parts
  #open: Opened | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get listener(): Listener | undefined {
    return this.#open?.listener
  }

  /** @throws what listening throws; then nothing has changed */
  async move(options: ListenOptions | undefined): Promise<ListenerChange> {
    const before = this.#open
    if (options === undefined) return this.#closed(before)
    if (before === undefined) return this.#opened(options)
    if (isSameSocket(before.options, options)) return this.#renewed(before, options)
    const listener = await this.#openBeside(before, options)
    this.#open = { listener, options }
    return {
      settle: () => {
        this.#parts.retire(before.listener, before.options.port !== options.port)
      },
      undo: async () => {
        this.#open = before
        this.#parts.retire(listener, false)
        if (before.options.port === options.port && before.options.sockets === 1) await this.#again(before)
      },
    }
  }

  /** Uses another certificate from the next connection on. @throws Error for an invalid certificate */
  renew(tls: NonNullable<ListenOptions['tls']>): void {
    const open = this.#open
    if (open?.options.tls === undefined || isDeepStrictEqual(open.options.tls, tls)) return
    open.listener.renew(tls)
    this.#open = { ...open, options: { ...open.options, tls } }
  }

  #closed(before: Opened | undefined): ListenerChange {
    if (before === undefined) return NOTHING
    this.#open = undefined
    return {
      settle: () => {
        this.#parts.retire(before.listener, false)
      },
      undo: async () => {
        this.#open = before
      },
    }
  }

  async #opened(options: ListenOptions): Promise<ListenerChange> {
    const listener = await this.#parts.listen(options, false)
    this.#open = { listener, options }
    return {
      settle: () => undefined,
      undo: async () => {
        this.#open = undefined
        this.#parts.retire(listener, false)
      },
    }
  }

  #renewed(before: Opened, options: ListenOptions): ListenerChange {
    const { listener } = before
    this.#open = { listener, options }
    if (options.tls !== undefined) listener.renew(options.tls)
    return {
      settle: () => undefined,
      undo: async () => {
        this.#open = before
        if (before.options.tls !== undefined) listener.renew(before.options.tls)
      },
    }
  }

  /**
   * Opens another port while the old one goes on. With several sockets the kernel lets the same port be opened again
   * under another address or scheme. With one socket the old listener closes first, for a moment.
   */
  async #openBeside(before: Opened, options: ListenOptions): Promise<Listener> {
    const { listen, retire } = this.#parts
    if (before.options.port !== options.port) return listen(options, false)
    if (options.sockets > 1) return listen(options, true)
    retire(before.listener, false)
    try {
      return await listen(options, false)
    } catch (error) {
      await this.#again(before)
      throw error
    }
  }

  async #again({ options }: Opened): Promise<void> {
    this.#open = { listener: await this.#parts.listen(options, false), options }
  }
}

function isSameSocket(one: ListenOptions, other: ListenOptions): boolean {
  return (
    one.host === other.host &&
    one.port === other.port &&
    (one.tls === undefined) === (other.tls === undefined)
  )
}
