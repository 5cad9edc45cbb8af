import { FIRST_PLACES, SignatureTable, type SignatureKey } from './signature-table.ts'

/** The maximum number of places of all tables together: 9 bytes each, so 75 MB. */
const MOST_PLACES = 8_388_608
/** A table costs as many bytes as so many places, besides its places. */
const TABLE_PLACES = 48
/** One table has the signatures whose own time is in the same span of so many seconds. */
const SPAN = 60

interface OfApplication {
  /** By the number of the span. */
  readonly tables: Map<number, SignatureTable>
  places: number
}

/**
 * The signatures of all applications, by their own time: a look-up needs one table, and forgetting drops whole tables.
 * So the cost of a call depends neither on the number of signatures nor on the limit.
 *
 * Nothing is dropped for want of room. An application may hold at most as many places as are free afterwards. So one
 * alone holds half of them at most, and there is always room for one more application.
 */
export class SignatureIndex {
  readonly #seed: number
  readonly #most: number
  readonly #applications = new Map<number, OfApplication>()
  #places = 0

  constructor(seed: number, most = MOST_PLACES) {
    this.#seed = seed
    this.#most = most
  }

  /** Places in use; a test compares them with the limit. */
  get places(): number {
    return this.#places
  }

  /** @param sent the signature's own time, Unix seconds @returns its number, 0 for an unknown one */
  find(app: number, key: SignatureKey, sent: number): number {
    return this.#applications.get(app)?.tables.get(spanOf(sent))?.find(key) ?? 0
  }

  /**
   * Whether the application may add a signature. Signatures dated ahead stay for hours. They may use half of the
   * application's room, so that a flood of them leaves room for programs with a right clock.
   */
  hasRoom(app: number, sent: number, isAhead: boolean): boolean {
    const own = this.#applications.get(app)
    const growth = own?.tables.get(spanOf(sent))?.growth ?? FIRST_PLACES + TABLE_PLACES
    if (growth === 0) return true
    const free = this.#most - this.#places - growth
    return (own?.places ?? 0) + growth <= (isAhead ? free / 2 : free)
  }

  /** @param value 1 to 255 */
  add(app: number, key: SignatureKey, sent: number, value: number): void {
    const own = this.#applications.get(app) ?? { tables: new Map<number, SignatureTable>(), places: 0 }
    this.#applications.set(app, own)
    const span = spanOf(sent)
    let table = own.tables.get(span)
    if (table === undefined) {
      table = new SignatureTable(this.#seed)
      own.tables.set(span, table)
      this.#count(own, table.places + TABLE_PLACES)
    }
    const before = table.places
    table.add(key, value)
    this.#count(own, table.places - before)
  }

  /**
   * Drops the tables whose signatures all left the window of their application.
   * @param windowOf the window of an application, seconds; undefined for one that is gone
   */
  forget(now: number, windowOf: (app: number) => number | undefined): void {
    for (const [app, own] of this.#applications) {
      const window = windowOf(app)
      for (const [span, table] of own.tables) {
        if (window !== undefined && (span + 1) * SPAN + window >= now) continue
        own.tables.delete(span)
        this.#count(own, -(table.places + TABLE_PLACES))
      }
      if (own.tables.size === 0) this.#applications.delete(app)
    }
  }

  #count(own: OfApplication, places: number): void {
    own.places += places
    this.#places += places
  }
}

function spanOf(sent: number): number {
  return Math.floor(sent / SPAN)
}
