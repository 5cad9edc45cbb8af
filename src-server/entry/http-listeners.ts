import { listen, type Handlers, type Listener, type ListenOptions } from '../http/listener.ts'
import type { ConnectionLimit } from '../http/connection-limit.ts'
import { CertificateRefused } from '../services/https/files/certificate-problem.ts'
import type { TlsIdentity, TlsMaterial } from '../services/https/files/identity.ts'
import { CertificateFiles, type ReadFile } from '../services/https/files/read-files.ts'
import {
  ListenerRefused,
  type ListenerChange,
  type Listeners,
  type ListenerSettings,
  type SecureSettings,
} from '../services/platform/listeners.ts'
import { MovableListener } from './movable-listener.ts'

interface Parts {
  readonly limit: ConnectionLimit
  /** The handlers of the public listener, with the console or without. */
  readonly public: (console: boolean) => Handlers
  readonly console: Handlers
  /** Never moves: the operator who changes settings is connected to it. */
  readonly consoleListener: ConsoleListener
  /** Listening sockets of the public listener. */
  readonly sockets: number
  /** Other copies on this machine have the same public port. */
  readonly sharesPort: boolean
  readonly readFile: ReadFile
  /** The pass phrase of the key that the command line names. Empty: none. */
  readonly passPhrase?: string
}

/** Where the console listens: at a fixed port, or at the port of the last start as long as it is free. */
export type ConsoleListener = Omit<ListenOptions, 'port'> & {
  readonly port: number | { candidates(): number[]; keep(port: number): void }
}

/** The open listeners. Moves the public ones while calls come in. */
export class HttpListeners implements Listeners {
  readonly #parts: Parts
  readonly #retiring = new Set<Listener>()
  readonly #public: MovableListener
  readonly #secure: MovableListener
  readonly #files: CertificateFiles
  #console: Listener | undefined
  #settings: ListenerSettings | undefined
  #identity: TlsIdentity | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#files = new CertificateFiles(parts.readFile)
    const movable = {
      listen: (options: ListenOptions, besideOwn: boolean) => this.#listen(options, besideOwn),
      retire: (listener: Listener, takesLate: boolean) => {
        this.#retire(listener, takesLate)
      },
    }
    this.#public = new MovableListener(movable)
    this.#secure = new MovableListener(movable)
  }

  get urls(): Listeners['urls'] {
    return {
      public: this.#public.listener?.url ?? '',
      secure: this.#secure.listener?.url ?? '',
      console: this.#console?.url ?? '',
    }
  }

  get publicIdentity(): TlsIdentity | undefined {
    return this.#identity
  }

  /** Opens the public listener and the console's, or none. @throws what listening throws, ListenerRefused */
  async openBoth(settings: ListenerSettings): Promise<void> {
    this.#settings = settings
    this.#identity = await this.#readIdentity(settings)
    await this.#public.move(this.#optionsOf(settings, this.#identity))
    try {
      this.#console = await this.#openConsole()
    } catch (error) {
      await this.#public.listener?.close()
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

  async open(settings: ListenerSettings): Promise<ListenerChange> {
    const before = { settings: this.#settings, identity: this.#identity }
    const identity = await this.#readIdentity(settings)
    const change = await this.#public.move(this.#optionsOf(settings, identity)).catch((error: unknown) => {
      throw refusal(error, 'listeners.public_port')
    })
    this.#settings = settings
    this.#identity = identity
    return {
      settle: change.settle,
      undo: async () => {
        this.#settings = before.settings
        this.#identity = before.identity
        await change.undo()
      },
    }
  }

  async openSecure(wanted: SecureSettings | undefined): Promise<ListenerChange> {
    const { sockets, sharesPort } = this.#parts
    try {
      return await this.#secure.move(
        wanted && { host: wanted.host, port: wanted.port, sockets, sharesPort, tls: wanted.material },
      )
    } catch (error) {
      throw refusal(error, 'https.port')
    }
  }

  renewSecure(material: TlsMaterial): void {
    this.#secure.renew(material)
  }

  async renewCertificate(): Promise<boolean> {
    const [settings, before] = [this.#settings, this.#identity]
    if (settings === undefined || before === undefined) return false
    const identity = await this.#readIdentity(settings)
    // The settings may have changed meanwhile.
    if (identity === undefined || this.#identity !== before) return false
    if (identity.leaf.fingerprint256 === before.leaf.fingerprint256) return false
    this.#public.renew(identity.material)
    this.#identity = identity
    return true
  }

  /** Serves the console on the public listener or not, from the next request on. */
  serveConsole(isServed: boolean): void {
    if (this.#settings !== undefined) this.#settings = { ...this.#settings, console_public: isServed }
  }

  /** Decides again which connections are of trusted proxies, after the trusted addresses changed. */
  sort(): void {
    for (const listener of this.#all()) listener.sort()
  }

  async close(): Promise<void> {
    await Promise.all(this.#all().map((listener) => listener.close()))
  }

  #all(): Listener[] {
    const open = [this.#public.listener, this.#secure.listener, this.#console]
    return [...open.filter((listener) => listener !== undefined), ...this.#retiring]
  }

  #retire(listener: Listener, takesLate: boolean): void {
    if (this.#retiring.has(listener)) return
    this.#retiring.add(listener)
    void listener.retire(takesLate).finally(() => this.#retiring.delete(listener))
  }

  #listen(options: ListenOptions, besideOwn: boolean): Promise<Listener> {
    const { limit } = this.#parts
    const [closed, open] = [this.#parts.public(false), this.#parts.public(true)]
    // Decided at each request: the console can be switched on and off without another socket.
    const app: Handlers['app'] = (request, response) => {
      ;(this.#settings?.console_public === true ? open : closed).app(request, response)
    }
    return listen(options, limit, { ...closed, app }, besideOwn)
  }

  #optionsOf(settings: ListenerSettings, identity: TlsIdentity | undefined): ListenOptions {
    const { sockets, sharesPort } = this.#parts
    const { public_host: host, public_port: port } = settings
    return { host, port, sockets, sharesPort, tls: identity?.material }
  }

  /** @throws ListenerRefused for a certificate that can't be used */
  async #readIdentity({ tls_cert: cert, tls_key: key }: ListenerSettings): Promise<TlsIdentity | undefined> {
    if (cert === '') return undefined
    const { passPhrase = '' } = this.#parts
    try {
      return await this.#files.read({ cert, key, passPhrase })
    } catch (error) {
      if (!(error instanceof CertificateRefused)) throw error
      const member = error.problem.file === key ? 'listeners.tls_key' : 'listeners.tls_cert'
      throw new ListenerRefused(member, error.message, error.problem)
    }
  }
}

function isPortRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')
}

function consoleRefused(port: number): Error {
  return new Error(
    `Port ${port} for the console is taken by another program, or may not be opened. Choose another one with --console-port, or leave the option out.`,
  )
}

function refusal(error: unknown, port: 'listeners.public_port' | 'https.port'): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EADDRINUSE':
      return new ListenerRefused(port, 'taken by another program')
    case 'EACCES':
      return new ListenerRefused(port, 'may not be opened by this user')
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
      return new ListenerRefused('listeners.public_host', 'no address of this machine')
    default:
      return error
  }
}
