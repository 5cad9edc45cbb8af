import { BoundedMap } from '../../contract/bounded-map.ts'
import type { ChannelTarget } from '../../contract/ports.ts'
import { targetAddress } from '../../domain/channels/channel-address.ts'
import { BOT_LIMITS, limitsOf } from '../../domain/channels/channel-limits.ts'
import { isPaused } from '../../domain/outbox/back-off.ts'
import { RateLimiter } from '../../domain/outbox/rate-limiter.ts'

/** More webhooks, chats and phones than people have. */
const MOST_REMEMBERED = 20_000

/**
 * When messages may leave for a webhook, chat or phone, so that its service has no reason to throttle. Channels of
 * several people that lead to one webhook share its limit. Unix milliseconds.
 */
export class ChannelPace {
  readonly #paces = new BoundedMap<string, RateLimiter>(MOST_REMEMBERED)
  readonly #rests = new BoundedMap<string, number>(MOST_REMEMBERED)

  /** The next time for a message, `now` or later. */
  next(target: ChannelTarget, now: number): number {
    const rest = this.#rests.get(senderOf(target)) ?? 0
    const own = this.#paces.get(targetKey(target))?.next(now) ?? now
    const bot = this.#paces.get(senderOf(target))?.next(now) ?? now
    return Math.max(own, bot, isPaused(rest, now) ? rest : now)
  }

  /** Notes that a message leaves now. */
  note(target: ChannelTarget, now: number): void {
    this.#get(targetKey(target), limitsOf(target.kind, target.config)).note(now)
    if (target.kind === 'telegram') this.#get(senderOf(target), BOT_LIMITS).note(now)
  }

  /**
   * Notes that a message was answered now. The next one keeps its distance from the answer: a slow network brings two
   * messages closer together than they left.
   */
  answered(target: ChannelTarget, now: number): void {
    this.#paces.get(targetKey(target))?.answered(now)
  }

  /** When the last message left, or was answered. */
  last(target: ChannelTarget): number | undefined {
    return this.#paces.get(targetKey(target))?.lastAt
  }

  /** The service wants no message for so many seconds. A bot that Telegram throttles may write to no chat. */
  rest(target: ChannelTarget, now: number, seconds: number | undefined): void {
    if (seconds !== undefined) this.#rests.set(senderOf(target), now + Math.ceil(seconds * 1000))
  }

  #get(key: string, limits: ConstructorParameters<typeof RateLimiter>[0]): RateLimiter {
    const pace = this.#paces.get(key) ?? new RateLimiter(limits)
    this.#paces.set(key, pace)
    return pace
  }
}

/** Names one webhook, chat or phone. It holds a key, and stays in memory. */
export function targetKey(target: ChannelTarget): string {
  return `${senderOf(target)} ${target.config.chat ?? target.config.key ?? ''}`
}

/** Names the bot or webhook that the service counts. */
function senderOf({ kind, config }: ChannelTarget): string {
  return `${kind} ${targetAddress(kind, config)} ${config.token ?? config.key ?? ''}`
}
