import type { Log } from '../../contract/ports.ts'

/** The deliveries under way. Calls for more when one ends. */
export class DeliveryRounds {
  readonly #log: Log
  readonly #underWay = new Set<Promise<void>>()
  readonly #wake: () => void
  #isOver = false

  /** @param wake looks for more messages */
  constructor(log: Log, wake: () => void) {
    this.#log = log
    this.#wake = wake
  }

  /** true: the store closes. A delivery that ends now leaves its message in the outbox as it was. */
  get isOver(): boolean {
    return this.#isOver
  }

  run(deliver: () => Promise<void>): void {
    const one = deliver()
      .catch((error: unknown) => {
        if (!this.#isOver) this.#log.error('delivery.failed', error)
      })
      .then(() => {
        this.#underWay.delete(one)
        if (!this.#isOver) this.#wake()
      })
    this.#underWay.add(one)
  }

  /** Waits for the deliveries under way, but only for a short time. */
  async end(mostMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, mostMs)
    })
    await Promise.race([Promise.allSettled(this.#underWay), late])
    clearTimeout(timer)
    this.#isOver = true
  }
}
