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

/** A call, or a person's request, that waits. */
interface Waiting {
  /** Its place among all that ever waited. */
  readonly number: number
  /** When it came, by the steady clock, milliseconds. */
  readonly askedAt: number
  readonly isPulse: boolean
  /** Ends its wait. */
  readonly end: (mayGoOn: boolean) => void
}

/**
 * Calls wait here while this copy's memory may be older than two seconds: it was stopped, or the store gives no answer.
 * They go on when it has read what the other copies committed. All that wait share the looks at the store and one timer.
 * Only pulses are answered without the store, for a minute: accounts report, and no switch that holds gets lost. A
 * licence is never granted from old memory.
 */
export class CopyGate {
  readonly #parts: Parts
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting>()
  #numbers = 0
  #isLooking = false

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
    return this.isOpen || this.#wait(this.#parts.steadyMs(), false)
  }

  async #later(call: RawCall, answer: AnswerCall): Promise<HttpReply> {
    const askedAt = this.#parts.steadyMs()
    const pulses = isPulse(call.query)
    if (pulses && this.#answersFromMemory(0)) return answer(call)
    return (await this.#wait(askedAt, pulses)) ? answer(call) : this.#parts.refuse()
  }

  /** @param waitedMs the wait of a pulse until now, milliseconds */
  #answersFromMemory(waitedMs: number): boolean {
    const { standing, followers } = this.#parts
    const isAway = standing.isAway || followers.isFailing || waitedMs >= SILENT_MS
    return isAway && Math.max(standing.lagMs, followers.failingMs) < MEMORY_MS
  }

  /** @returns whether the call may go on; false at once where too many wait already */
  #wait(askedAt: number, isPulse: boolean): Promise<boolean> {
    if (this.#waiting.size >= MOST_WAITING) return Promise.resolve(false)
    return new Promise((end) => {
      this.#waiting.add({ number: ++this.#numbers, askedAt, isPulse, end })
      if (!this.#isLooking) void this.#lookForAll()
    })
  }

  /** Looks again and again while anybody waits. */
  async #lookForAll(): Promise<void> {
    this.#isLooking = true
    while (this.#waiting.size > 0) {
      const last = this.#numbers
      const catching = this.#catchUp()
      let isRight: boolean | undefined
      do {
        // A store that hangs gives its answer too late for a call.
        isRight = await Promise.race([catching, delay(AGAIN_MS, undefined)])
        this.#endWaits(isRight === true ? last : 0)
      } while (isRight === undefined && this.#waiting.size > 0)
      if (isRight === false && this.#waiting.size > 0) await delay(AGAIN_MS)
    }
    this.#isLooking = false
  }

  /** @param covered the number of the last one for whom memory is right: it came before the look. 0: for nobody */
  #endWaits(covered: number): void {
    const now = this.#parts.steadyMs()
    const { isOpen } = this
    for (const one of this.#waiting) {
      const { number, askedAt, isPulse } = one
      const mayGoOn = isOpen || number <= covered || (isPulse && this.#answersFromMemory(now - askedAt))
      if (!mayGoOn && now - askedAt < PATIENCE_MS) continue
      this.#waiting.delete(one)
      one.end(mayGoOn)
    }
  }

  /** @returns whether memory is right now. Never rejects */
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
