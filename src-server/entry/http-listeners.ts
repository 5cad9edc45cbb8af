import { createSecureContext } from 'node:tls'
import { isDeepStrictEqual } from 'node:util'
import { listen, type ListenOptions, type Handlers, type Listener } from '../http/listener.ts'
import type { ConnectionLimit } from '../http/connection-limit.ts'
import {
  ListenerRefused,
  type Listeners,
  type ListenerSettings,
  type ListenerChange,
} from '../services/platform/listeners.ts'

interface Parts {
  readonly limit: ConnectionLimit
  /** Who answers at the public door, with the console or without. */
  readonly public: (console: boolean) => Handlers
  readonly console: Handlers
  /** Never moves: who changes settings stands in it. */
  readonly consoleListener: ListenOptions
  /** Listening sockets of the public door. */
  readonly sockets: number
  readonly readFile: (path: string) => string
}

type Wanted = ListenOptions & { readonly settings: ListenerSettings }

interface Standing {
  readonly listener: Listener
  readonly door: Wanted
}

/** The doors that stand open, and how the public one is moved while calls come in. */
export class HttpListeners implements Listeners {
  readonly #parts: Parts
  readonly #retiring = new Set<Listener>()
  #console: Listener | undefined
  #public: Standing | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get urls(): { readonly public: string; readonly console: string } {
    return { public: this.#public?.listener.url ?? '', console: this.#console?.url ?? '' }
  }

  /** Opens both; where one can't be, none is. @throws what listening throws */
  async openBoth(settings: ListenerSettings): Promise<void> {
    const { limit, console: handlers, consoleListener } = this.#parts
    const door = this.#doorOf(settings)
    const listener = await this.#listen(door)
    this.#public = { listener, door }
    try {
      this.#console = await listen(consoleListener, limit, handlers)
    } catch (error) {
      await listener.close()
      throw error
    }
  }

  async open(settings: ListenerSettings): Promise<ListenerChange> {
    const before = this.#public
    if (before === undefined) throw new Error('the doors are not open yet')
    const door = this.#doorOf(settings)
    if (isSameSocket(before.door, door)) return this.#change(before, door)
    const listener = await this.#openBeside(before, door).catch((error: unknown) => {
      throw refusal(error)
    })
    this.#public = { listener, door }
    return {
      settle: () => {
        this.#retire(before.listener)
      },
      undo: async () => {
        this.#public = before
        this.#retire(listener)
        if (before.door.port === door.port && before.door.sockets === 1)
          this.#public = { listener: await this.#listen(before.door), door: before.door }
      },
    }
  }

  renewCertificate(): boolean {
    const standing = this.#public
    if (standing?.door.tls === undefined) return false
    const { tls_cert: cert, tls_key: key } = standing.door.settings
    const tls = this.#readTls(cert, key)
    if (isDeepStrictEqual(tls, standing.door.tls)) return false
    standing.listener.renew(tls)
    this.#public = { ...standing, door: { ...standing.door, tls } }
    return true
  }

  /** Looks again at which connections are read for their address. */
  sort(): void {
    for (const listener of this.#all()) listener.sort()
  }

  async close(): Promise<void> {
    await Promise.all(this.#all().map((listener) => listener.close()))
  }

  #all(): Listener[] {
    const standing = [this.#public?.listener, this.#console].filter((listener) => listener !== undefined)
    return [...standing, ...this.#retiring]
  }

  /** The same socket goes on, with another certificate or another audience. */
  #change(before: Standing, door: Wanted): ListenerChange {
    this.#public = { listener: before.listener, door }
    if (door.tls !== undefined) before.listener.renew(door.tls)
    return {
      settle: () => undefined,
      undo: async () => {
        this.#public = before
        if (before.door.tls !== undefined) before.listener.renew(before.door.tls)
      },
    }
  }

  /**
   * Another port is opened while the old one goes on. The same port under another address or scheme can be shared where the
   * kernel spreads it over sockets; elsewhere the old one lets go first, for the moment that takes.
   */
  async #openBeside(before: Standing, door: Wanted): Promise<Listener> {
    if (before.door.port !== door.port) return this.#listen(door)
    if (door.sockets > 1) return this.#listen(door, true)
    this.#retire(before.listener)
    try {
      return await this.#listen(door)
    } catch (error) {
      this.#public = { listener: await this.#listen(before.door), door: before.door }
      throw error
    }
  }

  #retire(listener: Listener): void {
    if (this.#retiring.has(listener)) return
    this.#retiring.add(listener)
    void listener.retire().finally(() => this.#retiring.delete(listener))
  }

  #listen(door: Wanted, besideOwn = false): Promise<Listener> {
    const { limit } = this.#parts
    const [closed, open] = [this.#parts.public(false), this.#parts.public(true)]
    // Asked at each request: the audience changes without the socket.
    const app: Handlers['app'] = (request, response) => {
      const serves = this.#public?.door.settings.console_public ?? door.settings.console_public
      ;(serves ? open : closed).app(request, response)
    }
    return listen(door, limit, { ...closed, app }, besideOwn)
  }

  /** @throws ListenerRefused for a certificate that can't be used */
  #doorOf(settings: ListenerSettings): Wanted {
    const { sockets } = this.#parts
    const { public_host: host, public_port: port, tls_cert: cert, tls_key: key } = settings
    return { host, port, sockets, settings, tls: cert === '' ? undefined : this.#readTls(cert, key) }
  }

  #readTls(certPath: string, keyPath: string): { cert: string; key: string } {
    const cert = this.#read('tls_cert', certPath)
    const key = this.#read('tls_key', keyPath)
    try {
      createSecureContext({ cert, key })
    } catch (error) {
      throw new ListenerRefused('tls_cert', `certificate and key can't be used: ${textOf(error)}`)
    }
    return { cert, key }
  }

  #read(member: 'tls_cert' | 'tls_key', path: string): string {
    try {
      return this.#parts.readFile(path)
    } catch (error) {
      throw new ListenerRefused(member, `can't be read: ${textOf(error)}`)
    }
  }
}

function isSameSocket(one: Wanted, other: Wanted): boolean {
  return (
    one.host === other.host &&
    one.port === other.port &&
    (one.tls === undefined) === (other.tls === undefined)
  )
}

function refusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EADDRINUSE':
      return new ListenerRefused('public_port', 'taken by another program')
    case 'EACCES':
      return new ListenerRefused('public_port', 'may not be opened by this user')
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
      return new ListenerRefused('public_host', 'no address of this machine')
    default:
      return error
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
