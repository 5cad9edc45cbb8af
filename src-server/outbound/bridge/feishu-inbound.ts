import type {
  InboundConnection,
  InboundListener,
  Log,
  MessengerBot,
  MessengerInbound,
} from '../../contract/ports.ts'
import { allowedBases, findBase } from '../feishu/bases.ts'
import { callService, type Fetch } from '../feishu/call-service.ts'
import { readEvent } from './read-event.ts'

interface Parts {
  readonly fetch: Fetch
  /** Base addresses allowed in addition to the official ones. */
  readonly bases: readonly string[]
  readonly log: Log
  /** Seconds without any packet after which a connection counts as dead. */
  readonly pingTimeout?: number
}

/** The SDK's client accepts no other ids, and reports that only in its log. */
const APP_ID = /^cli_[0-9a-f]{16}$/
const ADDRESS_MS = 15_000
/** Without it, a connection that breaks silently would stay dead for ever. */
const PING_TIMEOUT = 10
const NO_CONNECTION: InboundConnection = {
  close: () => undefined,
}

/** Receives the messages to bots of Feishu and Lark over the long connection of the official SDK. */
export class FeishuInbound implements MessengerInbound {
  readonly #parts: Parts
  readonly #bases: ReadonlySet<string>

  constructor(parts: Parts) {
    this.#parts = parts
    this.#bases = allowedBases(parts.bases)
  }

  connect(bot: MessengerBot, listener: InboundListener): InboundConnection {
    const base = findBase(this.#bases, bot.base)
    const refusal = base === undefined ? 'base' : APP_ID.test(bot.appId) ? undefined : 'app_id'
    if (base === undefined || refusal !== undefined) {
      listener.changed({ state: refusal ?? 'base' })
      return NO_CONNECTION
    }
    const closed = new AbortController()
    let closeClient = (): void => undefined
    this.#start({ ...bot, base }, listener, closed.signal).then(
      (close) => {
        closeClient = close
        if (closed.signal.aborted) close()
      },
      (error: unknown) => {
        this.#parts.log.error('messenger.bridge', error)
        if (!closed.signal.aborted) listener.changed({ state: 'waiting' })
      },
    )
    return {
      close: () => {
        closed.abort()
        closeClient()
      },
    }
  }

  async #start(bot: MessengerBot, listener: InboundListener, closed: AbortSignal): Promise<() => void> {
    const { startSdkClient } = await import('./sdk-client.ts')
    if (closed.aborted) return () => undefined
    let refusedWith: number | undefined
    const isOpen = () => !closed.aborted
    return startSdkClient({
      ...bot,
      pingTimeout: this.#parts.pingTimeout ?? PING_TIMEOUT,
      post: async (url, body) => {
        const answer = await this.#askAddress(url, body, closed)
        refusedWith = answer?.code
        if (answer === undefined && isOpen()) listener.changed({ state: 'waiting' })
        if (answer === undefined) throw new Error('the service gave no address')
        return answer
      },
      onMessage: (event) => {
        if (!isOpen()) return
        const message = readEvent(event)
        if (message === undefined) listener.ignored()
        else listener.received(message)
      },
      onConnected: () => {
        if (isOpen()) listener.changed({ state: 'connected' })
      },
      onLost: () => {
        if (isOpen()) listener.changed({ state: 'waiting' })
      },
      onGivenUp: () => {
        if (!isOpen()) return
        const isRefused = refusedWith !== undefined && refusedWith !== 0
        listener.changed(isRefused ? { state: 'refused', code: refusedWith ?? 0 } : { state: 'waiting' })
      },
    })
  }

  /**
   * @returns undefined when the address is unusable: no reply, a reply of another service, or an unsafe
   * address
   */
  async #askAddress(
    url: string,
    body: unknown,
    closed: AbortSignal,
  ): Promise<({ readonly code: number } & Readonly<Record<string, unknown>>) | undefined> {
    const reply = await callService(this.#parts.fetch, {
      url,
      body,
      signal: AbortSignal.any([closed, AbortSignal.timeout(ADDRESS_MS)]),
    })
    if (reply?.code === undefined || reply.status >= 400) return undefined
    const { data } = reply.body
    // Without `data` the service has a temporary problem. With it, the refusal is final.
    if (typeof data !== 'object' || data === null) return undefined
    const address = 'URL' in data ? data.URL : undefined
    if (reply.code === 0 && (typeof address !== 'string' || !isSafe(url, address))) return undefined
    return { ...reply.body, code: reply.code }
  }
}

/** An address obtained over TLS must not lead to a connection without TLS. */
function isSafe(asked: string, address: string): boolean {
  return address.startsWith('wss://') || (address.startsWith('ws://') && asked.startsWith('http://'))
}
