import { Allowance } from './allowance.ts'

/**
 * The counts of floods and guesses, which the copies of a server share: two copies allow together what one copy allows.
 */
export interface Counters {
  /** @param name the same limit has the same name at each copy */
  allow(name: string, most: number, seconds: number): Allowance
  /** Creates counters that begin with the present counts. Both count separately from then on. */
  fork(): Counters
}

/** The counters of the copies in one process. */
export class LocalCounters implements Counters {
  readonly #allowances = new Map<string, Allowance>()
  readonly #before: Counters | undefined

  /** @param before the counts to start with */
  constructor(before?: Counters) {
    this.#before = before
  }

  allow(name: string, most: number, seconds: number): Allowance {
    const known = this.#allowances.get(name)
    if (known !== undefined) return known
    const before = this.#before?.allow(name, most, seconds)
    const allowance = before === undefined ? new Allowance(most, seconds) : before.fork()
    this.#allowances.set(name, allowance)
    return allowance
  }

  fork(): Counters {
    return new LocalCounters(this)
  }
}
