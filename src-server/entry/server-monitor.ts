import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { MeasuredState } from '../contract/live.ts'
import type { Clock } from '../contract/ports.ts'
import type { HttpReply } from '../runtime/call.ts'
import type { MeasuredMinute } from '../services/platform/health-history.ts'
import { AnswerTimes } from './answer-times.ts'

/** The first status of an answer that counts as an error. */
const ERROR_STATUS = 500

/** Collects the figures of the console's server line. */
export class ServerMonitor {
  readonly #clock: Clock
  readonly #version: string
  readonly #connections: () => number
  readonly #delay = monitorEventLoopDelay({ resolution: 20 })
  readonly #times = new AnswerTimes()
  readonly #steadyMs: () => number
  #calls = 0
  #since: number
  /** Since the minute's beginning. */
  #minute = { since: 0, calls: 0, errors: 0, lag: 0 }
  #last: MeasuredState

  constructor(clock: Clock, version: string, connections: () => number, steadyMs: () => number) {
    this.#steadyMs = steadyMs
    this.#minute.since = steadyMs()
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

  /** Counts a call, and how long its answer takes. */
  answer(answer: () => HttpReply | Promise<HttpReply>): HttpReply | Promise<HttpReply> {
    this.#calls++
    this.#minute.calls++
    const begun = this.#steadyMs()
    const reply = answer()
    if (reply instanceof Promise)
      reply.then(
        ({ status }) => {
          this.#noteAnswer(begun, status)
        },
        () => {
          this.#noteAnswer(begun, ERROR_STATUS)
        },
      )
    else this.#noteAnswer(begun, reply.status)
    return reply
  }

  /** Takes the minute since the last call. */
  takeMinute(): MeasuredMinute {
    const { since, calls, errors, lag } = this.#minute
    const now = this.#steadyMs()
    const seconds = Math.max(1, (now - since) / 1000)
    this.#minute = { since: now, calls: 0, errors: 0, lag: 0 }
    return {
      calls: calls / seconds,
      errors: errors / seconds,
      p99: this.#times.take(0.99),
      lag,
      memory: process.memoryUsage.rss(),
    }
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
    this.#minute.lag = Math.max(this.#minute.lag, state.lag)
    this.#last = state
    this.#calls = 0
    this.#since = this.#clock.nowMs()
    this.#delay.reset()
    return state
  }

  #noteAnswer(begun: number, status: number): void {
    this.#times.note(this.#steadyMs() - begun)
    if (status >= ERROR_STATUS) this.#minute.errors++
  }

  stop(): void {
    this.#delay.disable()
  }
}
