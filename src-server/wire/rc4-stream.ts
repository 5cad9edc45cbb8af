/** The kept beginning of a stream, bytes. Few messages are longer. */
const MOST_KEPT = 4096
const LEAST_KEPT = 512

/** The bytes that RC4 combines with a message under one key. */
export class Rc4Stream {
  readonly #state: Uint8Array
  #i = 0
  #j = 0
  #kept = new Uint8Array()

  /** @throws RangeError for an empty key */
  constructor(key: Uint8Array) {
    this.#state = makeSchedule(key)
  }

  /** @returns at least so many bytes from the beginning. They must not be changed */
  first(length: number): Uint8Array {
    if (length <= this.#kept.length) return this.#kept
    if (this.#kept.length < MOST_KEPT) {
      const grown = new Uint8Array(Math.min(MOST_KEPT, Math.max(LEAST_KEPT, 2 * length)))
      grown.set(this.#kept)
      this.#fill(grown, this.#kept.length)
      this.#kept = grown
    }
    return length <= this.#kept.length ? this.#kept : this.#long(length)
  }

  /** A stream that is not kept. Its end follows from the state after the kept bytes, which stays. */
  #long(length: number): Uint8Array {
    const long = new Uint8Array(length)
    long.set(this.#kept)
    const [state, i, j] = [this.#state.slice(), this.#i, this.#j]
    this.#fill(long, this.#kept.length)
    this.#state.set(state)
    this.#i = i
    this.#j = j
    return long
  }

  #fill(stream: Uint8Array, from: number): void {
    const state = this.#state
    let i = this.#i
    let j = this.#j
    for (let at = from; at < stream.length; at++) {
      i = (i + 1) & 0xff
      const a = state[i] ?? 0
      j = (j + a) & 0xff
      const b = state[j] ?? 0
      state[i] = b
      state[j] = a
      stream[at] = state[(a + b) & 0xff] ?? 0
    }
    this.#i = i
    this.#j = j
  }
}

function makeSchedule(key: Uint8Array): Uint8Array {
  if (key.length === 0) throw new RangeError('RC4 needs a key')
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  let j = 0
  for (let i = 0; i < 256; i++) {
    const a = state[i] ?? 0
    j = (j + a + (key[i % key.length] ?? 0)) & 0xff
    state[i] = state[j] ?? 0
    state[j] = a
  }
  return state
}
