import type { Timers } from './timers.ts'

const EVERY_MS = 5_000
/**
 * The number of pings in a row that may stay unanswered, because a migration or a full disk blocks a server
 * for seconds.
 */
const PATIENCE = 4

/**
 * Checks every few seconds whether the server answers. It counts pings, not seconds, because a machine that
 * slept for an hour sent no pings in that time.
 */
export class Heartbeat {
  readonly #timers: Timers
  readonly #ask: () => void
  readonly #silent: () => void
  #unanswered = 0
  #callOff = (): void => undefined

  /** @param silent called once, when the server no longer answers */
  constructor(timers: Timers, ask: () => void, silent: () => void) {
    this.#timers = timers
    this.#ask = ask
    this.#silent = silent
  }

  start(): void {
    this.stop()
    this.#unanswered = 0
    this.#beat()
  }

  answered(): void {
    this.#unanswered = 0
  }

  stop(): void {
    this.#callOff()
  }

  #beat(): void {
    this.#callOff = this.#timers.after(EVERY_MS, () => {
      if (this.#unanswered >= PATIENCE) {
        this.#silent()
        return
      }
      this.#unanswered += 1
      this.#ask()
      this.#beat()
    })
  }
}
