import { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { isDeepStrictEqual } from 'node:util'
import { listen, type Handlers, type Listener, type ListenOptions } from '../http/listener.ts'
import type { ConnectionLimit } from '../http/connection-limit.ts'
import {
  ListenerRefused,
  type Listeners,
  type ListenerSettings,
  type ListenerChange,
} from '../services/platform/listeners.ts'

interface Parts {
  readonly limit: ConnectionLimit
  /** The handlers of the public listener, with the console or without. */
  readonly public: (console: boolean) => Handlers
  readonly console: Handlers
  /** Never moves: the operator who changes settings is connected to it. */
  readonly consoleListener: ConsoleListener
  /** Listening sockets of the public listener. */
  readonly sockets: number
  readonly readFile: (path: string) => string
}

/** Where the console listens: at a fixed port, or at the port of the last start as long as it is free. */
export type ConsoleListener = Omit<ListenOptions, 'port'> & {
  readonly port: number | { candidates(): number[]; keep(port: number): void }
}

type Options = ListenOptions & { readonly settings: ListenerSettings }

interface Opened {
  readonly listener: Listener
  readonly options: Options
}

/** The open listeners. Moves the public one while calls come in. */
export class HttpListeners implements Listeners {
  readonly #parts: Parts
  readonly #retiring = new Set<Listener>()
  #console: Listener | undefined
  #public: Opened | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get urls(): { readonly public: string; readonly console: string } {
    return { public: this.#public?.listener.url ?? '', console: this.#console?.url ?? '' }
  }

  /** Opens both listeners, or none. @throws what listening throws */
  async openBoth(settings: ListenerSettings): Promise<void> {
    const options = this.#optionsOf(settings)
    const listener = await this.#listen(options)
    this.#public = { listener, options }
    try {
      this.#console = await this.#openConsole()
    } catch (error) {
      await listener.close()
      throw error
    }
  }

  async #openConsole(): Promise<Listener> {
    const { limit, console: handlers, consoleListener } = this.#parts
    const { port } = consoleListener
    const listenAt = (at: number) => listen({ ...consoleListener, port: at }, limit, handlers)
    if (typeof port === 'number')
      return listenAt(port).catch((error: unknown) => {
        throw isPortRefused(error) ? consoleRefused(port) : error
      })
    for (const candidate of port.candidates()) {
      try {
        const listener = await listenAt(candidate)
        port.keep(Number(new URL(listener.url).port))
        return listener
      } catch (error) {
        if (!isPortRefused(error)) throw error
      }
    }
    throw new Error('no port is free for the console')
  }

  get certificateEnd(): number | undefined {
    const tls = this.#public?.options.tls
    return tls === undefined ? undefined : new X509Certificate(tls.cert).validToDate.getTime() / 1000
  }

  async open(settings: ListenerSettings): Promise<ListenerChange> {
    const before = this.#public
    if (before === undefined) throw new Error('the listeners are not open yet')
    const options = this.#optionsOf(settings)
    if (isSameSocket(before.options, options)) return this.#change(before, options)
    const listener = await this.#openBeside(before, options).catch((error: unknown) => {
      throw refusal(error)
    })
    this.#public = { listener, options }
    return {
      settle: () => {
        this.#retire(before.listener)
      },
      undo: async () => {
        this.#public = before
        this.#retire(listener)
        if (before.options.port === options.port && before.options.sockets === 1)
          this.#public = { listener: await this.#listen(before.options), options: before.options }
      },
    }
  }

  renewCertificate(): boolean {
    const open = this.#public
    if (open?.options.tls === undefined) return false
    const { tls_cert: cert, tls_key: key } = open.options.settings
    const tls = this.#readTls(cert, key)
    if (isDeepStrictEqual(tls, open.options.tls)) return false
    open.listener.renew(tls)
    this.#public = { ...open, options: { ...open.options, tls } }
    return true
  }

  /** Decides again which connections are of trusted proxies, after the trusted addresses changed. */
  sort(): void {
    for (const listener of this.#all()) listener.sort()
  }

  async close(): Promise<void> {
    await Promise.all(this.#all().map((listener) => listener.close()))
  }

  #all(): Listener[] {
    const open = [this.#public?.listener, this.#console].filter((listener) => listener !== undefined)
    return [...open, ...this.#retiring]
  }

  /** Keeps the socket and changes the certificate or whether it serves the console. */
  #change(before: Opened, options: Options): ListenerChange {
    this.#public = { listener: before.listener, options }
    if (options.tls !== undefined) before.listener.renew(options.tls)
    return {
      settle: () => undefined,
      undo: async () => {
        this.#public = before
        if (before.options.tls !== undefined) before.listener.renew(before.options.tls)
      },
    }
  }

  /**
   * Opens another port while the old one goes on. With several sockets the kernel lets the same port be opened again
   * under another address or scheme. With one socket the old listener closes first, for a moment.
   */
  async #openBeside(before: Opened, options: Options): Promise<Listener> {
    if (before.options.port !== options.port) return this.#listen(options)
    if (options.sockets > 1) return this.#listen(options, true)
    this.#retire(before.listener)
    try {
      return await this.#listen(options)
    } catch (error) {
      this.#public = { listener: await this.#listen(before.options), options: before.options }
      throw error
    }
  }

  #retire(listener: Listener): void {
    if (this.#retiring.has(listener)) return
    this.#retiring.add(listener)
    void listener.retire().finally(() => this.#retiring.delete(listener))
  }

  #listen(options: Options, besideOwn = false): Promise<Listener> {
    const { limit } = this.#parts
    const [closed, open] = [this.#parts.public(false), this.#parts.public(true)]
    // Decided at each request: the console can be switched on and off without another socket.
    const app: Handlers['app'] = (request, response) => {
      const serves = this.#public?.options.settings.console_public ?? options.settings.console_public
      ;(serves ? open : closed).app(request, response)
    }
    return listen(options, limit, { ...closed, app }, besideOwn)
  }

  /** @throws ListenerRefused for a certificate that can't be used */
  #optionsOf(settings: ListenerSettings): Options {
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

function isSameSocket(one: Options, other: Options): boolean {
  return (
    one.host === other.host &&
    one.port === other.port &&
    (one.tls === undefined) === (other.tls === undefined)
  )
}

function isPortRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')
}

function consoleRefused(port: number): Error {
  return new Error(
    `Port ${port} for the console is taken by another program, or may not be opened. Choose another one with --console-port, or leave the option out.`,
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
