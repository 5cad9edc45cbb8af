import type { Allowance } from '../../copies/allowance.ts'
import { LocalCounters, type Counters } from '../../copies/counters.ts'
import { networkOf } from '../../contract/network.ts'

const LOOKUP_SECONDS = 600
const HOUR = 3600
const DAY = 86_400
/** Look-ups of one action from one address, in ten minutes. */
export const MOST_LOOKUPS = 60
/** Look-ups of things that don't exist, of all actions together: guessing misses more often than mistyping. */
export const MOST_MISSES = 20
/** Requests from one address an hour, and for one code or trading account a day. */
export const MOST_REQUESTS = 10
export const MOST_OF_SUBJECT = 5
/** Pictures from one address an hour. */
export const MOST_PICTURES = 30

/**
 * Limits of the public actions. A call over a limit is refused unread. Answers are seconds to wait, 0 for
 * none.
 */
export class FloodLimits {
  readonly #lookups: Allowance
  readonly #misses: Allowance
  readonly #requests: Allowance
  readonly #ofSubject: Allowance
  readonly #pictures: Allowance

  constructor(counters: Counters = new LocalCounters()) {
    this.#lookups = counters.allow('look-ups', MOST_LOOKUPS, LOOKUP_SECONDS)
    this.#misses = counters.allow('look-ups without a result', MOST_MISSES, LOOKUP_SECONDS)
    this.#requests = counters.allow('requests', MOST_REQUESTS, HOUR)
    this.#ofSubject = counters.allow('requests of a subject', MOST_OF_SUBJECT, DAY)
    this.#pictures = counters.allow('pictures', MOST_PICTURES, HOUR)
  }

  /** Called before anything is looked up, so the refusal shows nothing about the data. */
  lookUp(action: string, ip: string, now: number): number {
    const network = networkOf(ip)
    return this.#misses.waitOf(network, now) || taken(this.#lookups, `${action} ${network}`, now)
  }

  /** The look-up found nothing. */
  missed(ip: string, now: number): void {
    this.#misses.take(networkOf(ip), now)
  }

  /** @param subject the code or trading account */
  request(subject: string, ip: string, now: number): number {
    const wait = this.#ofSubject.waitOf(subject, now) || taken(this.#requests, networkOf(ip), now)
    if (wait === 0) this.#ofSubject.take(subject, now)
    return wait
  }

  /** The request existed already, so it is not counted. */
  nothingNew(subject: string, ip: string, now: number): void {
    this.#ofSubject.giveBack(subject, now)
    this.#requests.giveBack(networkOf(ip), now)
  }

  picture(ip: string, now: number): number {
    return taken(this.#pictures, networkOf(ip), now)
  }
}

function taken(allowance: Allowance, key: string, now: number): number {
  return allowance.take(key, now) ? 0 : allowance.waitOf(key, now)
}
