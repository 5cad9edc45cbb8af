/** Places of a new table. A power of two, as every number of places is. */
export const FIRST_PLACES = 16
/** The share of a table's places that are in use at most. */
const FULLEST = 0.75

/** The first 64 bits of a signature. */
export interface SignatureKey {
  readonly high: number
  readonly low: number
}

/** Reads the key of a signature in lower-case hex. */
export function keyOf(signature: string): SignatureKey {
  return { high: parseInt(signature.slice(0, 8), 16), low: parseInt(signature.slice(8, 16), 16) }
}

/**
 * Signatures and a small number for each, in nine bytes a place: a Map of texts needs ten times as much. Entries are
 * never deleted one by one. The owner drops the whole table.
 */
export class SignatureTable {
  readonly #seed: number
  #keys = new Uint32Array(2 * FIRST_PLACES)
  #values = new Uint8Array(FIRST_PLACES)
  #size = 0

  /** @param seed makes the places unknown to a person who chooses signatures */
  constructor(seed: number) {
    this.#seed = seed
  }

  get places(): number {
    return this.#values.length
  }

  /** The places that one more signature adds. */
  get growth(): number {
    return this.#size + 1 > this.places * FULLEST ? this.places : 0
  }

  /** @returns the number of the signature, 0 for an unknown one */
  find({ high, low }: SignatureKey): number {
    return this.#values[this.#placeOf(high, low)] ?? 0
  }

  /** @param value 1 to 255 */
  add({ high, low }: SignatureKey, value: number): void {
    if (this.growth > 0) this.#grow()
    const place = this.#placeOf(high, low)
    if (this.#values[place] === 0) this.#size++
    this.#put(place, high, low, value)
  }

  /** The place of the signature, or the free one where it belongs. */
  #placeOf(high: number, low: number): number {
    const last = this.places - 1
    let place = mix(low ^ this.#seed) & last
    while (
      this.#values[place] !== 0 &&
      (this.#keys[2 * place] !== high || this.#keys[2 * place + 1] !== low)
    )
      place = (place + 1) & last
    return place
  }

  #put(place: number, high: number, low: number, value: number): void {
    this.#keys[2 * place] = high
    this.#keys[2 * place + 1] = low
    this.#values[place] = value
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values]
    this.#keys = new Uint32Array(2 * keys.length)
    this.#values = new Uint8Array(2 * values.length)
    for (let place = 0; place < values.length; place++) {
      const [high = 0, low = 0, value = 0] = [keys[2 * place], keys[2 * place + 1], values[place]]
      if (value !== 0) this.#put(this.#placeOf(high, low), high, low, value)
    }
  }
}

/** Spreads the bits of a number over all of its bits. */
function mix(number: number): number {
  const spread = Math.imul(number ^ (number >>> 16), 0x45d9f3b)
  return spread ^ (spread >>> 15)
}
