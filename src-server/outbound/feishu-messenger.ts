import { setTimeout as pause } from 'node:timers/promises'
import type {
  BotInspector,
  BotReport,
  Clock,
  Messenger,
  MessengerBot,
  MessengerMessage,
  MessengerOutcome as Outcome,
  MessengerRecipient,
} from '../contract/ports.ts'
import { allowedBases, findBase } from './feishu/bases.ts'
import { callService, type Fetch } from './feishu/call-service.ts'
import { failureOf, readReply } from './feishu/codes.ts'
import { BASE_MISSING, inspectBot } from './feishu/inspect-bot.ts'
import { neverLeft } from './feishu/never-left.ts'
import { cutText, defuseMentions } from './feishu/text.ts'
import { FeishuTokens } from './feishu/tokens.ts'

interface Parts {
  readonly fetch: Fetch
  readonly clock: Clock
  /** Base addresses allowed in addition to the official ones. */
  readonly bases: readonly string[]
  /**
   * Milliseconds for one request and for a whole message. The whole stays under mt5notify's limit of 10 s.
   */
  readonly limits?: { readonly requestMs: number; readonly totalMs: number }
}

const LIMITS = { requestMs: 4000, totalMs: 9000 }
/** Pause between two attempts when the service is unreachable, milliseconds. */
const PAUSE_MS = 300

type Attempt = Outcome | 'tokenInvalid' | 'tooLong'

/** Sends texts to `ou_…` recipients of Feishu and Lark. Logs nothing, so it can't reveal a secret. */
export class FeishuMessenger implements Messenger, BotInspector {
  readonly #parts: Parts
  readonly #limits: typeof LIMITS
  readonly #bases: ReadonlySet<string>
  readonly #tokens: FeishuTokens

  constructor(parts: Parts) {
    this.#parts = parts
    this.#limits = parts.limits ?? LIMITS
    this.#bases = allowedBases(parts.bases)
    this.#tokens = new FeishuTokens(parts.fetch, parts.clock, this.#limits.requestMs)
  }

  allows(base: string): boolean {
    return findBase(this.#bases, base) !== undefined
  }

  async send(to: MessengerRecipient, message: MessengerMessage): Promise<Outcome> {
    const base = findBase(this.#bases, to.base)
    if (base === undefined) return { failed: 'base' }
    const deadline = AbortSignal.timeout(this.#limits.totalMs)
    const late = new Promise<Outcome>((resolve) => {
      // eslint-disable-next-line local/guarded-callbacks -- a promise's own function never throws
      deadline.addEventListener('abort', () => {
        resolve({ failed: 'unreachable' })
      })
    })
    return Promise.race([this.#deliver({ ...to, base }, message, deadline), late])
  }

  async inspect(bot: MessengerBot): Promise<BotReport> {
    const base = findBase(this.#bases, bot.base)
    if (base === undefined) return BASE_MISSING
    const call = (url: string, headers: Readonly<Record<string, string>>) =>
      callService(this.#parts.fetch, {
        url: `${base}${url}`,
        headers,
        signal: AbortSignal.timeout(this.#limits.requestMs),
      })
    return inspectBot(await this.#tokens.renew({ ...bot, base }), call)
  }

  async #deliver(
    to: MessengerRecipient,
    { text, key, tries = 1 }: MessengerMessage,
    deadline: AbortSignal,
  ): Promise<Outcome> {
    let mayHaveArrived = false
    for (let left = tries - 1; ; left--) {
      const outcome = await this.#deliverOnce(to, defuseMentions(text), key, deadline)
      if (outcome === 'sent' || outcome.failed !== 'unreachable') return outcome
      mayHaveArrived ||= outcome.unsent !== true
      if (left <= 0 || deadline.aborted) {
        const { unsent: _, ...failure } = outcome
        return mayHaveArrived ? failure : outcome
      }
      await pause(PAUSE_MS)
    }
  }

  async #deliverOnce(
    to: MessengerRecipient,
    text: string,
    key: string,
    deadline: AbortSignal,
  ): Promise<Outcome> {
    const first = await this.#attempt(to, text, key, deadline)
    const outcome = first === 'tooLong' ? await this.#attempt(to, cutText(text), key, deadline) : first
    return outcome === 'tooLong' ? { failed: 'refused' } : outcome
  }

  async #attempt(
    to: MessengerRecipient,
    text: string,
    key: string,
    deadline: AbortSignal,
  ): Promise<Exclude<Attempt, 'tokenInvalid'>> {
    const first = await this.#post(to, text, key, deadline)
    if (first !== 'tokenInvalid') return first
    const second = await this.#post(to, text, key, deadline)
    return second === 'tokenInvalid' ? { failed: 'credentials' } : second
  }

  async #post(to: MessengerRecipient, text: string, key: string, deadline: AbortSignal): Promise<Attempt> {
    const token = await this.#tokens.get(to)
    if ('failed' in token) return token.failed === 'unreachable' ? { ...token, unsent: true } : token
    const connection = { failed: false }
    const fetch: Fetch = (...request) =>
      this.#parts.fetch(...request).catch((error: unknown) => {
        connection.failed = neverLeft(error)
        throw error
      })
    const reply = await callService(fetch, {
      url: `${to.base}/open-apis/im/v1/messages?receive_id_type=open_id`,
      body: {
        receive_id: to.openId,
        msg_type: 'text',
        content: JSON.stringify({ text }),
        // The service accepts a message of one uuid once, so a second attempt can't send it twice.
        uuid: key,
      },
      headers: { authorization: `Bearer ${token.token}` },
      signal: AbortSignal.any([deadline, AbortSignal.timeout(this.#limits.requestMs)]),
    })
    if (reply === undefined)
      return connection.failed ? { failed: 'unreachable', unsent: true } : { failed: 'unreachable' }
    const read = readReply(reply)
    if (read === 'sent' || read === 'tooLong') return read
    if (read !== 'tokenInvalid') return failureOf(read, reply)
    await this.#tokens.drop(to, token.token)
    return read
  }
}
