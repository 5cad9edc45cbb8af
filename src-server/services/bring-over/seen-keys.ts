import { createHash } from 'node:crypto'

/** A number holds 52 bits of a digest exactly, and a 1 that tells it from an empty place. */
const DIGEST_BYTES = 6
const FIRST_PLACES = 1024
const FULL = 0.8

/**
 * The keys of a file up to now, each as a number of eight bytes: a million texts would need too much memory. In a million
 * rows, two keys have one number with a probability of one in 9000. So it alone refuses nothing.
 */
export class SeenKeys {
  #places = new Float64Array(FIRST_PLACES)
  #count = 0

  /** @returns whether the key is new */
  add(key: string): boolean {
    // 0 is an empty place.
    const bytes = createHash('sha256').update(key).digest()
    const digest = bytes.readUIntBE(0, DIGEST_BYTES) * 16 + (bytes.readUInt8(DIGEST_BYTES) % 16) + 1
    const at = placeOf(this.#places, digest)
    if (this.#places[at] === digest) return false
    this.#places[at] = digest
    if (++this.#count > this.#places.length * FULL) this.#grow()
    return true
  }

  #grow(): void {
    const larger = new Float64Array(this.#places.length * 2)
    for (const digest of this.#places) if (digest !== 0) larger[placeOf(larger, digest)] = digest
    this.#places = larger
  }
}

/** The place of the digest, or the empty place for it. */
function placeOf(places: Float64Array, digest: number): number {
  let at = digest % places.length
  while (places[at] !== 0 && places[at] !== digest) at = (at + 1) % places.length
  return at
}
