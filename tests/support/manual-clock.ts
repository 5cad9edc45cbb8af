import type { Clock, Scheduler } from '../../src-server/contract/ports.ts'

/** What is done at least so often is done at once when time passes: a test needn't wait for it. Milliseconds. */
const OFTEN_MS = 5000
/** And so often while the clock stands, milliseconds. */
const QUICKLY_MS = 50

/** A clock that stands until it is told otherwise. */
export class ManualClock implements Clock, Scheduler {
  #ms: number
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

  pass(seconds: number): void {
    this.#ms += seconds * 1000
    this.#ringing ??= setImmediate(() => {
      this.#ringing = undefined
      for (const tick of this.#rings) tick()
    })
  }

  /** Also while the clock stands: a server that does nothing by itself would not be one. */
  every(ms: number, tick: () => void): () => void {
    const isOften = ms <= OFTEN_MS
    const timer = setInterval(tick, isOften ? Math.min(ms, QUICKLY_MS) : ms)
    if (isOften) this.#rings.add(tick)
    return () => {
      clearInterval(timer)
      this.#rings.delete(tick)
    }
  }
}
