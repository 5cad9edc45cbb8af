import type {
  Clock,
  Messenger,
  MessengerMessage,
  MessengerOutcome as Outcome,
  MessengerRecipient,
} from '../contract/ports.ts'
import { allowedBases, findBase } from './feishu/bases.ts'
import { readCode } from './feishu/codes.ts'
import { postJson, type Fetch } from './feishu/post-json.ts'
import { FeishuTokens } from './feishu/tokens.ts'

interface Parts {
  readonly fetch: Fetch
  readonly clock: Clock
  /** Base addresses allowed beside the official ones. */
  readonly bases: readonly string[]
  /** Milliseconds a request and a whole message may take; the whole stays under mt5notify's 10 s. */
  readonly limits?: { readonly requestMs: number; readonly totalMs: number }
}

const LIMITS = { requestMs: 4000, totalMs: 9000 }

/** Texts to `ou_…` recipients of Feishu and Lark (research/reliability.md 1). Logs nothing, so it tells no secret. */
export class FeishuMessenger implements Messenger {
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

  async send(to: MessengerRecipient, message: MessengerMessage): Promise<Outcome> {
    const base = findBase(this.#bases, to.base)
    if (base === undefined) return { failed: 'base' }
    const deadline = AbortSignal.timeout(this.#limits.totalMs)
    const late = new Promise<Outcome>((resolve) => {
      deadline.addEventListener('abort', () => {
        resolve({ failed: 'unreachable' })
      })
    })
    return Promise.race([this.#deliver({ ...to, base }, message, deadline), late])
  }

  async #deliver(
    to: MessengerRecipient,
    { text, key }: MessengerMessage,
    deadline: AbortSignal,
  ): Promise<Outcome> {
    const message = {
      receive_id: to.openId,
      msg_type: 'text',
      content: JSON.stringify({ text: defuseMentions(text) }),
      // The service takes a message of the same uuid once, so trying again can't double it.
      uuid: key,
    }
    const first = await this.#attempt(to, message, deadline)
    if (first !== 'tokenInvalid') return first
    const second = await this.#attempt(to, message, deadline)
    return second === 'tokenInvalid' ? { failed: 'credentials' } : second
  }

  async #attempt(
    to: MessengerRecipient,
    message: Readonly<Record<string, string>>,
    deadline: AbortSignal,
  ): Promise<Outcome | 'tokenInvalid'> {
    const token = await this.#tokens.get(to)
    if ('failed' in token) return token
    const reply = await postJson(
      this.#parts.fetch,
      `${to.base}/open-apis/im/v1/messages?receive_id_type=open_id`,
      message,
      {
        headers: { authorization: `Bearer ${token.token}` },
        signal: AbortSignal.any([deadline, AbortSignal.timeout(this.#limits.requestMs)]),
      },
    )
    if (reply === undefined) return { failed: 'unreachable' }
    const read = readCode(reply.code)
    if (read === 'sent') return read
    if (read !== 'tokenInvalid') return { failed: read, code: reply.code }
    await this.#tokens.drop(to, token.token)
    return read
  }
}

/** The service reads `<at user_id="all">` in a text, and a trading program's text is anybody's. */
function defuseMentions(text: string): string {
  return text.replaceAll(/<(?=\s*\/?\s*at\b)/gi, '＜')
}
