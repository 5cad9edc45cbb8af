import { BOT_LIMITS, RateLimiter, RECIPIENT_LIMITS, type RateLimit } from '../../domain/outbox/rate-limiter.ts'
import { oneBase } from '../../outbound/feishu/bases.ts'

/** A bot as the messenger's service counts it. */
export interface PacedBot {
  readonly base: string
  readonly appId: string
}

/** So many are remembered before those are forgotten that were sent nothing for a while. */
const MOST_REMEMBERED = 10_000
/** Longer than any limit looks back, milliseconds. */
const IDLE_MS = 120_000

/**
 * When messages may leave so that the messenger's service needn't throttle, for all that sends any. A recipient's next time may be
 * promised ahead; a bot's is taken when the message leaves, so that who waits for his own turn holds up nobody. Unix milliseconds.
 */
export class MessengerPace {
  readonly #bots: Paces
  readonly #recipients: Paces

  constructor(bots = new Paces(BOT_LIMITS), recipients = new Paces(RECIPIENT_LIMITS)) {
    this.#bots = bots
    this.#recipients = recipients
  }

  /** One that begins where this one stands, and notes by itself from then on. */
  fork(): MessengerPace {
    return new MessengerPace(this.#bots.fork(), this.#recipients.fork())
  }

  /** When something may leave for this person, `now` or later, as far as it is his alone. */
  nextFor(bot: PacedBot, openId: string, now: number): number {
    return this.#recipients.find(recipientKey(bot, openId))?.next(now) ?? now
  }

  /** Something leaves for this person then, which `nextFor` said. */
  noteFor(bot: PacedBot, openId: string, at: number): void {
    this.#recipients.get(recipientKey(bot, openId), at).note(at)
  }

  /** When something left, or will leave, for this person the last time. */
  lastFor(bot: PacedBot, openId: string): number | undefined {
    return this.#recipients.find(recipientKey(bot, openId))?.lastAt
  }

  /** When something may leave by this bot, `now` or later. */
  nextBy(bot: PacedBot, now: number): number {
    return this.#bots.find(botKey(bot))?.next(now) ?? now
  }

  /** Something leaves by this bot then, which `nextBy` said. */
  noteBy(bot: PacedBot, at: number): void {
    this.#bots.get(botKey(bot), at).note(at)
  }
}

/** Bots of the same key are one, however their address is spelled. */
export function botKey({ base, appId }: PacedBot): string {
  return `${oneBase(base)} ${appId}`
}

function recipientKey(bot: PacedBot, openId: string): string {
  return `${botKey(bot)} ${openId}`
}

class Paces {
  readonly #limits: readonly RateLimit[]
  readonly #paces = new Map<string, RateLimiter>()
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
    if (known !== undefined) return known
    if (this.#paces.size >= MOST_REMEMBERED) this.#forgetIdle(now)
    const pace = this.#before?.find(key)?.fork() ?? new RateLimiter(this.#limits)
    this.#paces.set(key, pace)
    return pace
  }

  #forgetIdle(now: number): void {
    for (const [key, { lastAt = 0 }] of this.#paces)
      if (Math.abs(now - lastAt) > IDLE_MS) this.#paces.delete(key)
  }
}
