import type { Timers } from './timers.ts'

/** Time that a test moves. Timers fire in their order, also those started in the meantime. */
export class FakeTimers implements Timers {
  #now = 0
  #due: { readonly at: number; readonly act: () => void }[] = []

  nowMs(): number {
    return this.#now
  }

  after(ms: number, act: () => void): () => void {
    const timer = { at: this.#now + ms, act }
    this.#due.push(timer)
    return () => {
      this.#due = this.#due.filter((other) => other !== timer)
    }
  }

  pass(ms: number): void {
    const until = this.#now + ms
    for (;;) {
      const [next] = this.#due.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)
      if (next === undefined) break
      this.#due = this.#due.filter((timer) => timer !== next)
      this.#now = next.at
      next.act()
    }
    this.#now = until
  }
}
