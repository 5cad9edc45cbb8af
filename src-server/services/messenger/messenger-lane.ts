import { backOff, isPaused } from '../../domain/outbox/back-off.ts'
import type { Verdict } from '../../domain/outbox/verdict.ts'

/** Messages of one bot that are under way at the same time, each to somebody else. */
const MOST_AT_ONCE = 8

/** One bot's messages: what hangs here holds up nobody else's. Times are Unix milliseconds. */
export class MessengerLane {
  readonly #underWay = new Set<string>()
  #failures = 0
  #pausedUntil = 0

  /** How many may start now. A service that failed is tried with one. */
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

  /** After an attempt: a service that is throttling, or isn't there, is left alone for a while, longer each time. */
  note(verdict: Verdict, now: number, retryAfter: number | undefined): void {
    const isAway = verdict.state === 'waiting' || (verdict.state === 'dead' && verdict.error === 'unknown')
    if (!isAway) {
      this.#failures = 0
      return
    }
    // Those that were under way at the same time fail together, and are one failure.
    if (isPaused(this.#pausedUntil, now) && retryAfter === undefined) return
    this.#failures++
    this.#pausedUntil = now + backOff('messenger', this.#failures, retryAfter) * 1000
  }

  /** Nothing is tried for a moment: the store, or this program, failed. */
  pause(now: number): void {
    this.#pausedUntil = now + 5000
  }
}
