import { BoundedMap } from '../contract/bounded-map.ts'

/** Places that once showed something right, at most so many. A fork sees those of its original and adds none to it. */
export class KnownPlaces {
  readonly #most: number
  readonly #places: BoundedMap<string, true>
  readonly #original: KnownPlaces | undefined

  constructor(most: number, original?: KnownPlaces) {
    this.#most = most
    this.#places = new BoundedMap(most)
    this.#original = original
  }

  add(place: string): void {
    this.#places.set(place, true)
  }

  has(place: string): boolean {
    return this.#places.has(place) || this.#original?.has(place) === true
  }

  fork(): KnownPlaces {
    return new KnownPlaces(this.#most, this)
  }
}
