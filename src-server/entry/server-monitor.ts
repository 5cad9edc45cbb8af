import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { MeasuredState } from '../contract/live.ts'
import type { Clock } from '../contract/ports.ts'

/** Collects the figures of the console's server line. */
export class ServerMonitor {
  readonly #clock: Clock
  readonly #version: string
  readonly #connections: () => number
  readonly #delay = monitorEventLoopDelay({ resolution: 20 })
  #calls = 0
  #since: number
  #last: MeasuredState

  constructor(clock: Clock, version: string, connections: () => number) {
    this.#clock = clock
    this.#version = version
    this.#connections = connections
    this.#since = clock.nowMs()
    this.#delay.enable()
    const now = clock.now()
    this.#last = { calls: 0, lag: 0, now, started_at: now, version, connections: 0, database: 0 }
  }

  /** The figures taken last, with the present number of connections. */
  get last(): MeasuredState {
    return { ...this.#last, connections: this.#connections() }
  }

  countCall(): void {
    this.#calls++
  }

  /** Takes the figures since the last call. @param database bytes of both database files */
  take(database: number): MeasuredState {
    const ms = Math.max(1, this.#clock.nowMs() - this.#since)
    const state: MeasuredState = {
      calls: Math.round((this.#calls * 10_000) / ms) / 10,
      lag: Math.round(this.#delay.max / 1e5) / 10,
      now: this.#clock.now(),
      started_at: this.#last.started_at,
      version: this.#version,
      connections: this.#connections(),
      database,
    }
    this.#last = state
    this.#calls = 0
    this.#since = this.#clock.nowMs()
    this.#delay.reset()
    return state
  }

  stop(): void {
    this.#delay.disable()
  }
}
