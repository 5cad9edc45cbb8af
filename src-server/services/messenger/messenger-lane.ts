import { backOff, isPaused } from '../../domain/outbox/back-off.ts'
import type { Verdict } from '../../domain/outbox/verdict.ts'

/** Messages of one bot under way at the same time, each to another person. */
const MOST_AT_ONCE = 8

/** The messages of one bot: a bot that hangs does not delay other bots. Times are Unix milliseconds. */
export class MessengerLane {
  readonly #underWay = new Set<string>()
  #failures = 0
  #pausedUntil = 0

  /** A copy with the present state that then counts separately. */
  fork(): MessengerLane {
    const copy = new MessengerLane()
    for (const openId of this.#underWay) copy.begin(openId)
    copy.#failures = this.#failures
    copy.#pausedUntil = this.#pausedUntil
    return copy
  }

  /** How many may start now. After a failure it tries the service with one message. */
  room(now: number): number {
    if (isPaused(this.#pausedUntil, now)) return 0
    return (this.#failures > 0 ? 1 : MOST_AT_ONCE) - this.#underWay.size
  }

  isUnderWay(openId: string): boolean {
    return this.#underWay.has(openId)
  }

  begin(openId: string): void {
    this.#underWay.add(openId)
  }

  end(openId: string): void {
    this.#underWay.delete(openId)
  }

  /** Called after an attempt. A service that throttles or can't be reached is paused, longer each time. */
  note(verdict: Verdict, now: number, retryAfter: number | undefined): void {
    const isAway = verdict.state === 'waiting' || (verdict.state === 'dead' && verdict.error === 'unknown')
    if (!isAway) {
      this.#failures = 0
      return
    }
    // Messages that were under way together fail together: that counts as one failure.
    if (isPaused(this.#pausedUntil, now) && retryAfter === undefined) return
    this.#failures++
    this.#pausedUntil = now + backOff('messenger', this.#failures, retryAfter) * 1000
  }

  /** Pauses for a moment after an error of the store or of this program. */
  pause(now: number): void {
    this.#pausedUntil = now + 5000
  }
}
