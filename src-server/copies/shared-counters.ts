import type { CopyLink, Counted, Counting } from '../store/copy-link.ts'
import { Allowance } from './allowance.ts'
import { LocalCounters, type Counters } from './counters.ts'

interface Parts {
  readonly link: Pick<CopyLink, 'count' | 'counts'>
  /** Tells the other copies. */
  readonly tell: (told: readonly Counted[]) => void
  readonly failed: (error: unknown) => void
}

/** A take that waits to be counted by the store. */
interface Placing {
  /** The sum of what waits for the key, up to this take. */
  readonly at: number
  readonly placed: (place: number) => void
}

interface Waiting extends Counting {
  readonly placings: Placing[]
}

/** Keys that wait to be stored. In a flood of keys, the newest ones are counted here alone. */
const MOST_WAITING = 20_000
/** Counts read at the start. */
const MOST_READ = 100_000

/**
 * The counts of floods and guesses of copies in several processes. Each copy counts in memory, adds its takes to the
 * store at once, and tells the others the new count. A copy learns a take of another one within a trip to the database.
 * `takeTogether` waits for that trip, so simultaneous calls of all copies get no more than the limit; by `take`, each copy
 * may give the rest of it. While the database is away each copy counts alone.
 */
export class SharedCounters implements Counters {
  readonly #parts: Parts
  readonly #allowances = new Map<string, { readonly allowance: Allowance; readonly seconds: number }>()
  /** The stored counts of limits that are not created yet. */
  readonly #read = new Map<string, Counted[]>()
  #waiting = new Map<string, Waiting>()
  #storing: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  allow(name: string, most: number, seconds: number): Allowance {
    const known = this.#allowances.get(name)
    if (known !== undefined) return known.allowance
    const allowance: Allowance = new Allowance(most, seconds, undefined, (key, from, added, placed) => {
      this.#note({ limit: name, key, from, seconds, used: added }, placed)
    })
    this.#allowances.set(name, { allowance, seconds })
    for (const count of this.#read.get(name) ?? []) allowance.learn(count.key, count)
    this.#read.delete(name)
    return allowance
  }

  fork(): Counters {
    return new LocalCounters(this)
  }

  /** Takes the counts of spans that last. @param now Unix seconds */
  async load(now: number): Promise<void> {
    const counts = await this.#parts.link.counts(now, MOST_READ)
    // In a flood of keys, those that were learned first go.
    for (const count of counts.toReversed()) {
      const read = this.#read.get(count.limit)
      if (this.#allowances.has(count.limit)) this.#learn(count)
      else if (read === undefined) this.#read.set(count.limit, [count])
      else read.push(count)
    }
  }

  /** Takes the counts that another copy stored. */
  hear(told: readonly Counted[]): void {
    for (const count of told) this.#learn(count)
  }

  /** Resolves when the store has all takes so far, or can't be reached. */
  async stored(): Promise<void> {
    await this.#storing
  }

  #learn({ limit, key, from, used, at }: Counted): void {
    const waiting = this.#waiting.get(idOf({ limit, key }))?.used ?? 0
    this.#allowances.get(limit)?.allowance.learn(key, { from, used: used + waiting, at })
  }

  #note(counting: Counting, placed?: (place: number) => void): void {
    const id = idOf(counting)
    const before = this.#waiting.get(id)
    if (before === undefined && this.#waiting.size >= MOST_WAITING) {
      placed?.(0)
      return
    }
    const isSame = before?.from === counting.from
    if (before !== undefined && !isSame) place(before, undefined)
    const used = counting.used + (isSame ? before.used : 0)
    const placings = isSame ? before.placings : []
    if (placed !== undefined) placings.push({ at: used, placed })
    this.#waiting.set(id, { ...counting, used, placings })
    this.#storing ??= this.#store()
  }

  async #store(): Promise<void> {
    // The rest of this turn of the event loop may take more.
    await Promise.resolve()
    while (this.#waiting.size > 0) {
      const counts = [...this.#waiting.values()]
      this.#waiting = new Map()
      try {
        const counted = await this.#parts.link.count(counts.map(({ placings: _, ...count }) => count))
        for (const count of counted) this.#learn(count)
        const totals = new Map(counted.map((count) => [idOf(count), count.used]))
        for (const count of counts) place(count, totals.get(idOf(count)))
        this.#parts.tell(counted)
      } catch (error) {
        this.#parts.failed(error)
        for (const count of [...counts, ...this.#waiting.values()]) place(count, undefined)
        for (const count of counts) this.#keep(count)
        break
      }
    }
    this.#storing = undefined
  }

  /** The next take stores it too. */
  #keep(count: Waiting): void {
    const id = idOf(count)
    const later = this.#waiting.get(id)
    if (later === undefined) this.#waiting.set(id, { ...count, placings: [] })
    else if (later.from === count.from) this.#waiting.set(id, { ...later, used: later.used + count.used })
  }
}

/**
 * Tells the takes their places.
 * @param total the count with all of them; undefined where only this copy knows them
 */
function place({ placings, used }: Waiting, total: number | undefined): void {
  for (const { at, placed } of placings) placed(total === undefined ? 0 : total - used + at)
}

function idOf({ limit, key }: Pick<Counting, 'limit' | 'key'>): string {
  return `${limit}\n${key}`
}
