import { MAX_INPUT_DEPTH, type InputLimits } from '../contract/input-sizes.ts'

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const [OPEN, CLOSE] = [Buffer.from('['), Buffer.from(']')]
/** Elements are parsed together until they have this many bytes. */
const TOGETHER_BYTES = 16 * 1024
/** The depth of a list in the outer object. */
const LIST_DEPTH = 2

/**
 * An escaped surrogate, or the second half of a pair. A text with half a pair isn't JSON here, because the store would
 * change it.
 */
const HALF = /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/

/** A list of the outer object. Its elements are parsed as they arrive. */
interface List {
  readonly elements: unknown[]
  pieces: number
}

/**
 * Parses a JSON object as its bytes arrive, so that no input makes JSON.parse run for long: counts levels and values
 * before anything is parsed, and parses the elements of each list of the outer object a few at a time.
 */
export class JsonPieces {
  readonly #limits: InputLimits
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  readonly #lists: List[] = []
  /** The bytes outside of the lists. Each list has its number in its place. */
  readonly #frame: Buffer[] = []
  #frameBytes = 0
  /** The elements of the present list that are not parsed yet. */
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #list: List | undefined
  #size = 0
  #values = 0
  #depth = 0
  #inText = false
  #escaped = false

  constructor(limits: InputLimits) {
    this.#limits = limits
  }

  /**
   * @returns false when the input is over a limit of bytes
   * @throws RangeError for too many levels or values, SyntaxError and TypeError for other text than JSON
   */
  write(chunk: Buffer): boolean {
    const { bytes, values } = this.#limits
    this.#size += chunk.length
    if (this.#size > bytes) return false
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false
        else if (byte === BACKSLASH) this.#escaped = true
        else if (byte === QUOTE) this.#inText = false
        continue
      }
      switch (byte) {
        case QUOTE:
          this.#inText = true
          break
        case OPEN_ARRAY:
        case OPEN_OBJECT:
          this.#values++
          if (++this.#depth > MAX_INPUT_DEPTH || this.#values > values) throw new RangeError('too complex')
          if (byte === OPEN_ARRAY && this.#depth === LIST_DEPTH) {
            if (!this.#keep(chunk.subarray(from, at))) return false
            from = at + 1
            this.#begin()
          }
          break
        case CLOSE_ARRAY:
        case CLOSE_OBJECT:
          if (byte === CLOSE_ARRAY && this.#depth === LIST_DEPTH && this.#list !== undefined) {
            if (!this.#keep(chunk.subarray(from, at))) return false
            from = at + 1
            this.#parse(this.#list)
            this.#list = undefined
          }
          this.#depth--
          break
        case COMMA:
          if (++this.#values > values) throw new RangeError('too complex')
          if (
            this.#depth === LIST_DEPTH &&
            this.#list !== undefined &&
            this.#waitingBytes + at - from >= TOGETHER_BYTES
          ) {
            if (!this.#keep(chunk.subarray(from, at))) return false
            from = at + 1
            this.#parse(this.#list)
          }
      }
    }
    return this.#keep(chunk.subarray(from))
  }

  /** The whole input. @throws SyntaxError and TypeError for other text than JSON */
  end(): unknown {
    if (this.#size === 0) return {}
    if (this.#list !== undefined) throw new SyntaxError('the input ends inside a list')
    const input = this.#parseText(Buffer.concat(this.#frame))
    if (typeof input !== 'object' || input === null) return input
    for (const place of Object.values(input)) {
      if (!Array.isArray(place)) continue
      const { elements } = this.#lists[Number(place.pop())] ?? { elements: [] }
      for (const element of elements) place.push(element)
    }
    return input
  }

  #begin(): void {
    const number = this.#lists.push((this.#list = { elements: [], pieces: 0 })) - 1
    this.#frame.push(Buffer.from(`[${number}]`))
  }

  /** @returns false when a piece is over its limit */
  #keep(bytes: Buffer): boolean {
    if (bytes.length === 0) return true
    if (this.#list === undefined) {
      this.#frame.push(bytes)
      this.#frameBytes += bytes.length
      return this.#frameBytes <= this.#limits.piece
    }
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    return this.#waitingBytes <= this.#limits.piece + TOGETHER_BYTES
  }

  #parse(list: List): void {
    const parsed = this.#parseText(Buffer.concat([OPEN, ...this.#waiting, CLOSE]))
    this.#waiting = []
    this.#waitingBytes = 0
    if (!Array.isArray(parsed)) throw new SyntaxError('no list')
    // A list of several pieces has an element on each side of each comma.
    if (parsed.length === 0 && list.pieces > 0) throw new SyntaxError('a comma without an element')
    if (list.pieces++ === 1 && list.elements.length === 0) throw new SyntaxError('a comma without an element')
    for (const element of parsed) list.elements.push(element)
  }

  #parseText(bytes: Buffer): unknown {
    const text = this.#decoder.decode(bytes)
    const json: unknown = JSON.parse(text)
    // After JSON.stringify, a whole character is no longer an escape, so what remains are half pairs.
    if (HALF.test(text) && HALF.test(JSON.stringify(json))) throw new SyntaxError('half of a surrogate pair')
    return json
  }
}
