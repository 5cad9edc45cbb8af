import { hash } from 'node:crypto'
import type { Clock, MessengerBot, MessengerOutcome } from '../../contract/ports.ts'
import { callService, type Fetch } from './call-service.ts'
import { failureOf, readReply } from './codes.ts'

export type Token = { readonly token: string } | Exclude<MessengerOutcome, 'sent'>

interface Kept {
  readonly fetched: Promise<Token>
  /** Unix seconds. Infinity while the token is being fetched. */
  until: number
}

/**
 * How long before its end a token is renewed, seconds, so that a message already on its way still arrives.
 */
const RENEW_EARLY = 300
/** The maximum number of bots kept. Changed credentials leave an old token behind. */
const MOST_KEPT = 1000

/**
 * Access tokens by base, application and secret, so that changed credentials never get an old token.
 * Simultaneous callers share one fetch.
 */
export class FeishuTokens {
  readonly #kept = new Map<string, Kept>()
  readonly #fetch: Fetch
  readonly #clock: Clock
  readonly #requestMs: number

  constructor(fetch: Fetch, clock: Clock, requestMs: number) {
    this.#fetch = fetch
    this.#clock = clock
    this.#requestMs = requestMs
  }

  get(bot: MessengerBot): Promise<Token> {
    const key = keyOf(bot)
    const known = this.#kept.get(key)
    if (known !== undefined && known.until > this.#clock.now()) return known.fetched
    const kept: Kept = { fetched: this.#ask(bot, () => kept), until: Infinity }
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return kept.fetched
  }

  /** Fetches a new token, which proves that the credentials are valid now. */
  renew(bot: MessengerBot): Promise<Token> {
    this.#kept.delete(keyOf(bot))
    return this.get(bot)
  }

  /** Drops a token that the service refuses. A token fetched in the meantime stays. */
  async drop(bot: MessengerBot, token: string): Promise<void> {
    const key = keyOf(bot)
    const known = this.#kept.get(key)
    const answer = await known?.fetched
    if (
      answer !== undefined &&
      'token' in answer &&
      answer.token === token &&
      this.#kept.get(key) === known
    ) {
      this.#kept.delete(key)
    }
  }

  async #ask({ base, appId, appSecret }: MessengerBot, kept: () => Kept): Promise<Token> {
    const reply = await callService(this.#fetch, {
      url: `${base}/open-apis/auth/v3/tenant_access_token/internal`,
      body: { app_id: appId, app_secret: appSecret },
      signal: AbortSignal.timeout(this.#requestMs),
    })
    // A failure goes to the waiting callers, and the next caller tries again.
    kept().until = 0
    if (reply === undefined) return { failed: 'unreachable' }
    const { tenant_access_token: token, expire } = reply.body
    if (reply.code !== 0 || typeof token !== 'string' || token === '') {
      const read = readReply(reply)
      return failureOf(read === 'rate' || read === 'unreachable' ? read : 'credentials', reply)
    }
    const seconds = typeof expire === 'number' ? expire : 0
    kept().until = this.#clock.now() + Math.max(seconds - RENEW_EARLY, seconds / 2)
    return { token }
  }
}

function keyOf({ base, appId, appSecret }: MessengerBot): string {
  return hash('sha256', JSON.stringify([base, appId, appSecret]))
}
