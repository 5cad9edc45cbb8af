import type { ServerStatus } from '../contract/shell.ts'
import type { Timers } from '../server-process/timers.ts'

/** A server that crashed once is back within this time, and nobody needs to know. */
const PATIENCE_MS = 5_000
/** A server that runs for this time is back. In a crash loop each run is shorter. */
const STABLE_MS = 3_000

export interface ServingParts {
  readonly timers: Timers
  /** Somebody sees a window, which shows the state. */
  readonly isSeen: () => boolean
  readonly down: () => void
  readonly back: () => void
}

/** Notices that this machine's server serves nobody while no window shows it, and that it serves again. */
export class ServingWatch {
  readonly #parts: ServingParts
  /** The time of the first loss since the server last ran for a while. */
  #downSinceMs: number | undefined
  #isTold = false
  #isRunning = false
  #callOff = (): void => undefined

  constructor(parts: ServingParts) {
    this.#parts = parts
  }

  /** Called at every change, several times a minute while the server is down. */
  follow({ state }: Pick<ServerStatus, 'state'>): void {
    const isRunning = state === 'running'
    if (state === 'stopped') this.#forget()
    if (state === 'waiting') this.#lost()
    if (isRunning && !this.#isRunning) this.#after(STABLE_MS, this.#stable)
    this.#isRunning = isRunning
  }

  /** Switched off, or the desktop ends. */
  #forget(): void {
    this.#callOff()
    this.#downSinceMs = undefined
    this.#isTold = false
  }

  #lost(): void {
    const { timers, isSeen, down } = this.#parts
    this.#downSinceMs ??= timers.nowMs()
    const left = this.#downSinceMs + PATIENCE_MS - timers.nowMs()
    if (left > 0) {
      this.#after(left, this.#late)
      return
    }
    this.#callOff()
    if (this.#isTold || isSeen()) return
    this.#isTold = true
    down()
  }

  readonly #late = (): void => {
    if (!this.#isRunning) this.#lost()
  }

  readonly #stable = (): void => {
    const isTold = this.#isTold
    this.#forget()
    if (isTold && !this.#parts.isSeen()) this.#parts.back()
  }

  #after(ms: number, act: () => void): void {
    this.#callOff()
    this.#callOff = this.#parts.timers.after(ms, act)
  }
}
