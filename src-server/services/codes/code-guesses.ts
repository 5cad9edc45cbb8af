import type { Code } from '../../domain/code/code.ts'
import { isSameMachine } from '../../domain/code/machine.ts'
import type { Counters } from '../../copies/counters.ts'
import { NetworkAllowance } from '../network-allowance.ts'

/** Unknown codes of one network in an application in so many seconds, as on the customers' page. */
export const MOST_UNKNOWN = 20
export const UNKNOWN_SECONDS = 600

export interface CodeCall {
  readonly appId: number
  readonly markcode: string
  readonly ip: string
}

/**
 * The limit against guessing codes at api.php. Only unknown codes count. A network over the limit learns nothing about
 * any code. But a code that is bound to the calling machine is right at any time, so a person who guesses stops no
 * customer behind the same address.
 */
export class CodeGuesses {
  readonly #counters: Counters
  readonly #unknown: NetworkAllowance

  constructor(counters: Counters) {
    this.#counters = counters
    this.#unknown = new NetworkAllowance(counters, 'unknown codes', MOST_UNKNOWN, UNKNOWN_SECONDS)
  }

  /** Creates a copy. Both count separately from then on. */
  fork(): CodeGuesses {
    return new CodeGuesses(this.#counters.fork())
  }

  /** Counts an unknown code. @returns false where the call must wait */
  judge(code: Code | undefined, { appId, markcode, ip }: CodeCall, now: number): boolean {
    if (code !== undefined && isSameMachine(code, code.markcode, markcode)) return true
    return code === undefined ? this.#unknown.take(appId, ip, now) : !this.#unknown.isUsedUp(appId, ip, now)
  }
}
