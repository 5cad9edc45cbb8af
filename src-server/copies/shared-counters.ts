import type { CopyLink, Counted, Counting } from '../store/copy-link.ts'
import { Allowance } from './allowance.ts'
import { LocalCounters, type Counters } from './counters.ts'

/** A count as another copy stored it. */
export interface ToldCount extends Counted {
  /** Whether the copy gave some back. */
  readonly fell: boolean
}

interface Parts {
  readonly link: Pick<CopyLink, 'count' | 'counts'>
  /** Tells the other copies. */
  readonly tell: (told: readonly ToldCount[]) => void
  readonly failed: (error: unknown) => void
}

/** Keys that wait to be stored. In a flood of keys, the newest ones are counted here alone. */
const MOST_WAITING = 20_000
/** Counts read at the start. */
const MOST_READ = 100_000

/**
 * The counts of floods and guesses of copies in several processes. Each copy counts in memory, adds its takes to the
 * store at once, and tells the others the new count. A copy learns a take of another one within a trip to the database:
 * so several copies allow more than the limit only to calls that come at the same moment, and each of them never more
 * than the limit. While the database is away each copy counts alone.
 */
export class SharedCounters implements Counters {
  readonly #parts: Parts
  readonly #allowances = new Map<string, { readonly allowance: Allowance; readonly seconds: number }>()
  /** The stored counts of limits that are not created yet. */
  readonly #read = new Map<string, Counted[]>()
  #waiting = new Map<string, Counting>()
  #storing: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  allow(name: string, most: number, seconds: number): Allowance {
    const known = this.#allowances.get(name)
    if (known !== undefined) return known.allowance
    const allowance: Allowance = new Allowance(most, seconds, undefined, (key, from, added) => {
      this.#note({ limit: name, key, from, seconds, used: added })
    })
    this.#allowances.set(name, { allowance, seconds })
    for (const count of this.#read.get(name) ?? []) allowance.learn(count.key, count.from, count.used)
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
  hear(told: readonly ToldCount[]): void {
    for (const count of told) {
      const now = this.#allowances.get(count.limit)?.allowance.usedOf(count.key)
      // This copy may have stored a later count meanwhile.
      if (count.fell || now?.from !== count.from || now.used < count.used) this.#learn(count)
    }
  }

  /** Resolves when the store has all takes so far, or can't be reached. */
  async stored(): Promise<void> {
    await this.#storing
  }

  #learn({ limit, key, from, used }: Counted): void {
    const waiting = this.#waiting.get(idOf({ limit, key }))?.used ?? 0
    this.#allowances.get(limit)?.allowance.learn(key, from, used + waiting)
  }

  #note(counting: Counting): void {
    const id = idOf(counting)
    const before = this.#waiting.get(id)
    if (before === undefined && this.#waiting.size >= MOST_WAITING) return
    const isSame = before?.from === counting.from
    this.#waiting.set(id, isSame ? { ...counting, used: before.used + counting.used } : counting)
    this.#storing ??= this.#store()
  }

  async #store(): Promise<void> {
    // The rest of this turn of the event loop may take more.
    await Promise.resolve()
    while (this.#waiting.size > 0) {
      const counts = [...this.#waiting.values()]
      this.#waiting = new Map()
      try {
        const counted = await this.#parts.link.count(counts)
        for (const count of counted) this.#learn(count)
        const fell = new Set(counts.filter(({ used }) => used < 0).map(idOf))
        this.#parts.tell(counted.map((count) => ({ ...count, fell: fell.has(idOf(count)) })))
      } catch (error) {
        this.#parts.failed(error)
        for (const count of counts) this.#keep(count)
        break
      }
    }
    this.#storing = undefined
  }

  /** The next take stores it too. */
  #keep(count: Counting): void {
    const id = idOf(count)
    const later = this.#waiting.get(id)
    if (later === undefined) this.#waiting.set(id, count)
    else if (later.from === count.from) this.#waiting.set(id, { ...later, used: later.used + count.used })
  }
}

function idOf({ limit, key }: Pick<Counting, 'limit' | 'key'>): string {
  return `${limit}\n${key}`
}
