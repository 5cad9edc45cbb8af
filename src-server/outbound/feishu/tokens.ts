import { hash } from 'node:crypto'
import type { Clock, MessengerBot, MessengerOutcome } from '../../contract/ports.ts'
import { callService, type Fetch } from './call-service.ts'
import { failureOf, readReply } from './codes.ts'

export type Token = { readonly token: string } | Exclude<MessengerOutcome, 'sent'>

interface Kept {
  readonly fetched: Promise<Token>
  /** Unix seconds; Infinity while it is being fetched. */
  until: number
}

/** A token is renewed so long before it ends, seconds: a message under way with it still arrives. */
const RENEW_EARLY = 300
/** Bots kept in mind; credentials that were changed leave their old token behind. */
const MOST_KEPT = 1000

/**
 * Access tokens by base, application and secret, so that changed credentials are never served by an old token.
 * Callers at the same time share one fetch.
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

  /** A token asked for now: it proves that the credentials are good now. */
  renew(bot: MessengerBot): Promise<Token> {
    this.#kept.delete(keyOf(bot))
    return this.get(bot)
  }

  /** The service won't have this token. One that was fetched meanwhile stays. */
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
    // A failure is told to those who wait for it, and the next one asks again.
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
