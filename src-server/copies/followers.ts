import { setTimeout as pause } from 'node:timers/promises'
import type { Change, KeptKind, KeyOf, OwnChange, ValueOf, Written } from '../store/changes.ts'
import type { Store, Unit } from '../store/store.ts'

/** A part of memory that keeps the records of one kind. */
export interface Follower<K extends KeptKind> {
  /** The values of those keys that have one. */
  read(unit: Unit, keys: readonly KeyOf<K>[]): Promise<Iterable<readonly [KeyOf<K>, ValueOf<K>]>>
  /** @param value undefined for a record that is gone */
  take(key: KeyOf<K>, value: ValueOf<K> | undefined): void
}

/** Records read with one query. */
const AT_ONCE = 500
/** A storage that could not be read is asked again after so many milliseconds. */
const AGAIN_MS = 250

/** The follower of a kind, and the keys that wait to be read. */
class Kind<K extends KeptKind> {
  readonly #follower: Follower<K>
  #wanted = new Set<KeyOf<K>>()
  /** The keys of the read under way. */
  #reading = new Set<KeyOf<K>>()

  constructor(follower: Follower<K>) {
    this.#follower = follower
  }

  /**
   * Takes a value that this copy wrote.
   * @returns whether memory is right. The read under way may have seen an older state, or a newer one: it is read again
   */
  take(key: KeyOf<K>, written: Written<K>): boolean {
    this.#follower.take(key, written ?? undefined)
    if (!this.#reading.delete(key)) return true
    this.#wanted.add(key)
    return false
  }

  want(key: KeyOf<K>): void {
    this.#wanted.add(key)
  }

  /** Takes the wanted keys. Keys that are wanted later wait for the next read. The store may begin again in one read. */
  begin(): void {
    this.wantAgain()
    this.#reading = this.#wanted
    this.#wanted = new Set()
  }

  /**
   * Reads what was wanted at the begin.
   * @returns takes what was read, and throws behind the last record if memory refused one
   */
  async read(unit: Unit): Promise<() => void> {
    const keys = [...this.#reading]
    const values = new Map<KeyOf<K>, ValueOf<K>>()
    for (let from = 0; from < keys.length; from += AT_ONCE)
      for (const [key, value] of await this.#follower.read(unit, keys.slice(from, from + AT_ONCE)))
        values.set(key, value)
    return () => {
      const read = this.#reading
      this.#reading = new Set()
      const errors: unknown[] = []
      for (const key of read)
        try {
          this.#follower.take(key, values.get(key))
        } catch (error) {
          errors.push(error)
        }
      if (errors.length > 0)
        throw new AggregateError(errors, 'memory refused records that another copy changed')
    }
  }

  /** Wants the keys of a read that failed, also one that failed after this kind. */
  wantAgain(): void {
    for (const key of this.#reading) this.#wanted.add(key)
    this.#reading = new Set()
  }
}

/**
 * The memory of this copy follows the commits of all copies. It reads a record that another copy wrote again, with many
 * keys in one query. Reads come one after the other, so an older state never follows a newer one.
 */
export class Followers {
  readonly #kinds: { [K in KeptKind]?: Kind<K> } = {}
  readonly #store: Pick<Store, 'read'>
  readonly #failed: (error: unknown) => void
  #isOpen = false
  /** The moment of the first failed read, of the steady clock, milliseconds. Undefined: the last read succeeded. */
  #failingSince: number | undefined
  /** The read under way, and the one that waits for its end. */
  #reading: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  /** @param failed called when the store can't be read; the records are read later */
  constructor(store: Pick<Store, 'read'>, failed: (error: unknown) => void) {
    this.#store = store
    this.#failed = failed
  }

  /** Register a kind before its records are loaded: commits meanwhile are read after the load. */
  add<K extends KeptKind>(kind: K, follower: Follower<K>): void {
    const kinds: { [P in K]?: Kind<P> } = this.#kinds
    kinds[kind] = new Kind(follower)
  }

  /** Follows commits of this copy. @returns when memory is right; undefined: it is right now */
  followOwn(changes: readonly OwnChange[]): Promise<void> | undefined {
    let isComplete = true
    for (const change of changes) if (!this.#takeWritten(change)) isComplete = false
    return isComplete ? undefined : this.#readWanted()
  }

  /** Follows commits of another copy. @returns when memory is right; undefined: it is being loaded */
  followOthers(changes: readonly Change[]): Promise<void> | undefined {
    for (const change of changes) this.#want(change)
    return this.#isOpen ? this.#readWanted() : undefined
  }

  /** Whether the records that other copies changed could not be read the last time. */
  get isFailing(): boolean {
    return this.#failingSince !== undefined
  }

  /** The time since the first failed read, milliseconds. 0: the last read succeeded. */
  get failingMs(): number {
    return this.#failingSince === undefined ? 0 : performance.now() - this.#failingSince
  }

  /** @returns whether memory has everything that was followed so far */
  async settled(): Promise<boolean> {
    if (this.isFailing) await this.#readWanted()
    await this.#next
    await this.#reading
    return !this.isFailing
  }

  /** All records are loaded. */
  begin(): Promise<void> {
    this.#isOpen = true
    return this.#readWanted()
  }

  /** Follows other copies no more, and ends the read under way. */
  async end(): Promise<void> {
    this.#isOpen = false
    await this.#next
    await this.#reading
  }

  #takeWritten<K extends KeptKind>({ kind, key, written }: OwnChange<K>): boolean {
    if (written !== undefined) return this.#kinds[kind]?.take(key, written) ?? true
    this.#want({ kind, key })
    return false
  }

  #want<K extends KeptKind>({ kind, key }: Change<K>): void {
    this.#kinds[kind]?.want(key)
  }

  /** @returns when everything that is wanted now was read, or could not be read */
  #readWanted(): Promise<void> {
    return (this.#next ??= this.#reading.then(() => {
      this.#next = undefined
      return (this.#reading = this.#read())
    }))
  }

  async #read(): Promise<void> {
    try {
      const taking = await this.#store.read(async (unit) => {
        const [kinds, read]: [Kind<KeptKind>[], (() => void)[]] = [Object.values(this.#kinds), []]
        // Before the first question, which takes the snapshot: a commit that comes later is not in it.
        for (const kind of kinds) kind.begin()
        for (const kind of kinds) read.push(await kind.read(unit))
        return read
      })
      for (const take of taking) take()
      this.#failingSince = undefined
    } catch (error) {
      for (const kind of Object.values(this.#kinds)) kind.wantAgain()
      this.#failingSince ??= performance.now()
      this.#failed(error)
      void this.#readAgain()
    }
  }

  async #readAgain(): Promise<void> {
    await pause(AGAIN_MS, undefined, { ref: false })
    if (this.#isOpen) await this.#readWanted()
  }
}
