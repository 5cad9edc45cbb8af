import type { Timers } from './timers.ts'

const EVERY_MS = 5_000
/** So many questions in a row may stay unanswered: a migration or a full disk holds a server up for seconds. */
const PATIENCE = 4

/**
 * Asks the server every few seconds whether it still hears. Questions are counted, not seconds: a machine that slept for an
 * hour has asked nothing meanwhile.
 */
export class Heartbeat {
  readonly #timers: Timers
  readonly #ask: () => void
  readonly #silent: () => void
  #unanswered = 0
  #callOff = (): void => undefined

  /** @param silent it hears no more; told once */
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
