import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ServerState } from '../contract/live.ts'
import type { Clock } from '../contract/ports.ts'

/** Collects what the console's server line shows. */
export class ServerMonitor {
  readonly #clock: Clock
  readonly #startedAt: number
  readonly #delay = monitorEventLoopDelay({ resolution: 20 })
  #calls = 0
  #since: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#startedAt = clock.now()
    this.#since = clock.nowMs()
    this.#delay.enable()
  }

  countCall(): void {
    this.#calls++
  }

  /** What happened since the last time it was taken. */
  take(now: { connections: number; database: number; version: string }): ServerState {
    const ms = Math.max(1, this.#clock.nowMs() - this.#since)
    const state: ServerState = {
      calls: Math.round((this.#calls * 10_000) / ms) / 10,
      lag: Math.round(this.#delay.max / 1e5) / 10,
      now: this.#clock.now(),
      started_at: this.#startedAt,
      ...now,
    }
    this.#calls = 0
    this.#since = this.#clock.nowMs()
    this.#delay.reset()
    return state
  }

  stop(): void {
    this.#delay.disable()
  }
}
