interface Entry<K, V> {
  readonly key: K
  value: V
  older: Entry<K, V> | undefined
  newer: Entry<K, V> | undefined
}

/**
 * A Map with a maximum size that drops its oldest entry when it is full. The order of the entries is a list of its
 * own: a Map keeps the places of deleted entries, so its iterator walks over all of them before it finds the oldest
 * entry, and a full Map used as a queue becomes several times as expensive. Here each operation has a constant cost.
 */
export class BoundedMap<K, V> {
  readonly #most: number
  readonly #entries = new Map<K, Entry<K, V>>()
  #oldest: Entry<K, V> | undefined
  #newest: Entry<K, V> | undefined

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#entries.size
  }

  has(key: K): boolean {
    return this.#entries.has(key)
  }

  /** Changes no order. */
  get(key: K): V | undefined {
    return this.#entries.get(key)?.value
  }

  /** The entry becomes the newest one. @returns the entry that had to go for it */
  set(key: K, value: V): readonly [K, V] | undefined {
    this.delete(key)
    const dropped = this.#entries.size >= this.#most ? this.dropOldest() : undefined
    const entry: Entry<K, V> = { key, value, older: this.#newest, newer: undefined }
    if (this.#newest === undefined) this.#oldest = entry
    else this.#newest.newer = entry
    this.#newest = entry
    this.#entries.set(key, entry)
    return dropped
  }

  /** Replaces the value of an entry that exists. The entry keeps its place in the order. */
  replace(key: K, value: V): void {
    const entry = this.#entries.get(key)
    if (entry !== undefined) entry.value = value
  }

  delete(key: K): boolean {
    const entry = this.#entries.get(key)
    if (entry === undefined) return false
    this.#entries.delete(key)
    if (entry.older === undefined) this.#oldest = entry.newer
    else entry.older.newer = entry.newer
    if (entry.newer === undefined) this.#newest = entry.older
    else entry.newer.older = entry.older
    return true
  }

  oldest(): readonly [K, V] | undefined {
    return this.#oldest && [this.#oldest.key, this.#oldest.value]
  }

  newest(): readonly [K, V] | undefined {
    return this.#newest && [this.#newest.key, this.#newest.value]
  }

  dropOldest(): readonly [K, V] | undefined {
    const oldest = this.oldest()
    if (oldest !== undefined) this.delete(oldest[0])
    return oldest
  }

  clear(): void {
    this.#entries.clear()
    this.#oldest = undefined
    this.#newest = undefined
  }

  /** The oldest entry comes first. The loop may delete the entry that it is at. */
  *[Symbol.iterator](): Generator<readonly [K, V]> {
    for (let entry = this.#oldest; entry !== undefined;) {
      const { key, value, newer } = entry
      yield [key, value]
      entry = newer
    }
  }

  *values(): Generator<V> {
    for (const [, value] of this) yield value
  }
}
