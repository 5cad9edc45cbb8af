import { setTimeout as delay } from 'node:timers/promises'
import type { Standing } from '../copies/copies.ts'
import type { Followers } from '../copies/followers.ts'
import type { AnswerCall, HttpReply, RawCall } from '../runtime/call.ts'

interface Parts {
  /** Whether the server may have other copies. Nobody waits at the gate of a server alone: it wrote everything itself. */
  readonly isShared: boolean
  readonly standing: Standing
  readonly followers: Pick<Followers, 'isFailing' | 'failingMs' | 'settled'>
  /** Milliseconds by a clock that nobody sets. */
  readonly steadyMs: () => number
  readonly refuse: () => HttpReply
}

/** Calls that wait at most; more are refused. */
const MOST_WAITING = 10_000
/** The longest wait, milliseconds: as long as a program waits for its answer. */
const PATIENCE_MS = 5000
const AGAIN_MS = 100
/** Pulses are answered from memory for so long while the store is away, milliseconds. */
const MEMORY_MS = 60_000
/** A store that gives no answer for so long is away, milliseconds. */
const SILENT_MS = 3000
const PULSE = 'api=mt5pulse'
/** A parameter with another name than `api`, however it is read. */
const OTHER_PARAMETER = /^(?!api=)[a-z0-9_]+=/

/**
 * Calls wait here while this copy's memory may be older than two seconds: it was stopped, or the store gives no answer.
 * They go on when it has read what the other copies committed. Only pulses are answered without the store, for a
 * minute: accounts report, and no switch that holds gets lost. A licence is never granted from old memory.
 */
export class CopyGate {
  readonly #parts: Parts
  #waiting = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Whether memory is right. Costs nothing. */
  get isOpen(): boolean {
    const { isShared, standing, followers } = this.#parts
    return !isShared || (standing.isCurrent && !followers.isFailing)
  }

  /** Answers a call as soon as memory is right. */
  guard(answer: AnswerCall): AnswerCall {
    if (!this.#parts.isShared) return answer
    return (call) => (this.isOpen ? answer(call) : this.#later(call, answer))
  }

  /** @returns whether memory is right, at the latest after five seconds */
  async opensSoon(): Promise<boolean> {
    return this.isOpen || this.#wait(() => false)
  }

  async #later(call: RawCall, answer: AnswerCall): Promise<HttpReply> {
    const asked = this.#parts.steadyMs()
    const mayPass = () => this.#answersFromMemory(asked) && isPulse(call.query)
    if (mayPass()) return answer(call)
    return (await this.#wait(mayPass)) ? answer(call) : this.#parts.refuse()
  }

  /** @param asked when the call came, by the steady clock, milliseconds */
  #answersFromMemory(asked: number): boolean {
    const { standing, followers, steadyMs } = this.#parts
    const isAway = standing.isAway || followers.isFailing || steadyMs() - asked >= SILENT_MS
    return isAway && Math.max(standing.lagMs, followers.failingMs) < MEMORY_MS
  }

  /** @returns whether calls may go on; false at once where too many wait already */
  async #wait(mayPass: () => boolean): Promise<boolean> {
    if (this.#waiting >= MOST_WAITING) return false
    const { steadyMs } = this.#parts
    const until = steadyMs() + PATIENCE_MS
    this.#waiting++
    try {
      let catching = this.#catchUp()
      for (;;) {
        // A store that hangs gives its answer too late for the call.
        const isRight = await Promise.race([catching, delay(AGAIN_MS, undefined)])
        if (isRight === true || mayPass()) return true
        if (steadyMs() >= until) return false
        if (isRight === undefined) continue
        await delay(AGAIN_MS)
        catching = this.#catchUp()
      }
    } finally {
      this.#waiting--
    }
  }

  async #catchUp(): Promise<boolean> {
    const { standing, followers } = this.#parts
    return (await standing.catchUp()) && (await followers.settled())
  }
}

/** Whether a query names mt5pulse, and can't be read as anything else. */
function isPulse(query: string): boolean {
  const rest = query.split('&').filter((pair) => !OTHER_PARAMETER.test(pair))
  return rest.length === 1 && rest[0] === PULSE
}
