import { BoundedMap } from '../../contract/bounded-map.ts'
import {
  BOT_LIMITS,
  RateLimiter,
  RECIPIENT_LIMITS,
  type RateLimit,
} from '../../domain/outbox/rate-limiter.ts'
import { oneBase } from '../../outbound/feishu/bases.ts'

/** A bot as the messenger's service counts it. */
export interface PacedBot {
  readonly base: string
  readonly appId: string
}

/** With more than these, each new one drops some that got nothing for a while. */
const MANY_REMEMBERED = 10_000
/** More recipients than all limits allow within IDLE_MS. */
const MOST_REMEMBERED = 100_000
/** Longer than any limit looks back, milliseconds. */
const IDLE_MS = 120_000

/**
 * When messages may be sent so that the messenger's service has no reason to throttle. All senders share it. A
 * recipient's next time may be reserved ahead. A bot's time is taken when the message is sent, so that a message that
 * waits for its recipient delays nobody else. Unix milliseconds.
 */
export class MessengerPace {
  readonly #bots: Paces
  readonly #recipients: Paces

  constructor(bots = new Paces(BOT_LIMITS), recipients = new Paces(RECIPIENT_LIMITS)) {
    this.#bots = bots
    this.#recipients = recipients
  }

  /** Creates a copy. Both note separately from then on. */
  fork(): MessengerPace {
    return new MessengerPace(this.#bots.fork(), this.#recipients.fork())
  }

  /** The next time for a message to this person, `now` or later, by the person's own limit. */
  nextFor(bot: PacedBot, openId: string, now: number): number {
    return this.#recipients.find(recipientKey(bot, openId))?.next(now) ?? now
  }

  /** Notes that a message to this person is sent at that time, which `nextFor` returned. */
  noteFor(bot: PacedBot, openId: string, at: number): void {
    this.#recipients.get(recipientKey(bot, openId), at).note(at)
  }

  /** The time of the last message to this person, past or reserved. */
  lastFor(bot: PacedBot, openId: string): number | undefined {
    return this.#recipients.find(recipientKey(bot, openId))?.lastAt
  }

  /** The next time for a message of this bot, `now` or later. */
  nextBy(bot: PacedBot, now: number): number {
    return this.#bots.find(botKey(bot))?.next(now) ?? now
  }

  /** Notes that a message of this bot is sent at that time, which `nextBy` returned. */
  noteBy(bot: PacedBot, at: number): void {
    this.#bots.get(botKey(bot), at).note(at)
  }
}

/** Bots with the same key are one bot, whatever the spelling of their addresses. */
export function botKey({ base, appId }: PacedBot): string {
  return `${oneBase(base)} ${appId}`
}

function recipientKey(bot: PacedBot, openId: string): string {
  return `${botKey(bot)} ${openId}`
}

class Paces {
  readonly #limits: readonly RateLimit[]
  /** The one that a message was noted for the longest ago comes first. */
  readonly #paces = new BoundedMap<string, RateLimiter>(MOST_REMEMBERED)
  readonly #before: Paces | undefined

  constructor(limits: readonly RateLimit[], before?: Paces) {
    this.#limits = limits
    this.#before = before
  }

  fork(): Paces {
    return new Paces(this.#limits, this)
  }

  find(key: string): RateLimiter | undefined {
    return this.#paces.get(key) ?? this.#before?.find(key)
  }

  get(key: string, now: number): RateLimiter {
    const known = this.#paces.get(key)
    if (known === undefined && this.#paces.size >= MANY_REMEMBERED) this.#forgetIdle(now)
    const pace = known ?? this.#before?.find(key)?.fork() ?? new RateLimiter(this.#limits)
    this.#paces.set(key, pace)
    return pace
  }

  #forgetIdle(now: number): void {
    for (const [key, { lastAt = 0 }] of this.#paces) {
      if (Math.abs(now - lastAt) <= IDLE_MS) return
      this.#paces.delete(key)
    }
  }
}
