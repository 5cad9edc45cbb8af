import { setTimeout as pause } from 'node:timers/promises'
import { callApi } from '../support/runtime-client.ts'

export interface PulseFigures {
  readonly count: number
  readonly refused: number
  /** Milliseconds. */
  readonly p99: number
  readonly longest: number
}

/** Sends pulses of one account, one after the other, and measures each. */
export class PulseRunner {
  readonly #times: number[] = []
  readonly #done: Promise<void>
  #refused = 0
  #isRunning = true

  constructor(url: string, app: number, account: string) {
    this.#done = this.#run(url, app, account)
  }

  /** Ends after the present pulse. */
  async stop(): Promise<PulseFigures> {
    this.#isRunning = false
    await this.#done
    const sorted = this.#times.toSorted((a, b) => a - b)
    return {
      count: sorted.length,
      refused: this.#refused,
      p99: sorted[Math.floor(sorted.length * 0.99)] ?? NaN,
      longest: sorted.at(-1) ?? NaN,
    }
  }

  async #run(url: string, app: number, account: string): Promise<void> {
    while (this.#isRunning) {
      const began = performance.now()
      const { code } = await callApi(url, 'mt5pulse', app, {
        account_key: account,
        equity: 1000,
        positions: 0,
      })
      this.#times.push(performance.now() - began)
      if (code !== 200) this.#refused++
      await pause(5)
    }
  }
}
