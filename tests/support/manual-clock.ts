import type { Clock, Scheduler } from '../../src-server/contract/ports.ts'

/**
 * A job with at most this interval runs at once when time passes, so that a test need not wait for it.
 * Milliseconds.
 */
const OFTEN_MS = 5000
/**
 * The intervals while the clock is stopped, milliseconds: a tenth of a job's own, within these limits. The turns of an
 * idle server cost as much as many tests.
 */
const QUICKLY_MS = 50
const SELDOM_MS = 250

/** A clock that is stopped until a test moves it. */
export class ManualClock implements Clock, Scheduler {
  #ms: number
  #setMs = 0
  readonly #rings = new Set<() => void>()
  #ringing: NodeJS.Immediate | undefined

  constructor(seconds: number) {
    this.#ms = seconds * 1000
  }

  now(): number {
    return Math.floor(this.#ms / 1000)
  }

  nowMs(): number {
    return this.#ms
  }

  /** Time by a clock that nobody sets: it passes, and `set` leaves it alone. */
  steadyMs(): number {
    return this.#ms - this.#setMs
  }

  /** Somebody sets the clock: by so many seconds, without time passing. */
  set(seconds: number): void {
    this.#setMs += seconds * 1000
    this.pass(seconds)
  }

  pass(seconds: number): void {
    this.#ms += seconds * 1000
    this.#ringing ??= setImmediate(() => {
      this.#ringing = undefined
      for (const tick of this.#rings) tick()
    })
  }

  /** Jobs also run while the clock is stopped: a server without periodic tasks would not be a server. */
  every(ms: number, tick: () => void): () => void {
    const isOften = ms <= OFTEN_MS
    const timer = setInterval(tick, isOften ? whileStopped(ms) : ms)
    if (isOften) this.#rings.add(tick)
    return () => {
      clearInterval(timer)
      this.#rings.delete(tick)
    }
  }
}

function whileStopped(ms: number): number {
  return Math.min(ms, Math.max(QUICKLY_MS, Math.min(ms / 10, SELDOM_MS)))
}
