/** The largest number whose bits can be used directly. */
const SMALL = 0x7fff_ffff
const LEAST_ROOM = 1 << 16

/** Collects bytes in a buffer that grows and is used again. */
export class ByteWriter {
  #bytes = new Uint8Array(LEAST_ROOM)
  #view = new DataView(this.#bytes.buffer)
  #at = 0

  /** The number of bytes so far. */
  get length(): number {
    return this.#at
  }

  byte(value: number): void {
    if (this.#at === this.#bytes.length) this.#grow(1)
    this.#bytes[this.#at++] = value
  }

  /** A whole number from 0 in groups of seven bits, the lowest first. */
  varint(value: number): void {
    if (this.#at + 8 > this.#bytes.length) this.#grow(8)
    const bytes = this.#bytes
    let rest = value
    while (rest > SMALL) {
      bytes[this.#at++] = (rest % 128) | 0x80
      rest = Math.floor(rest / 128)
    }
    while (rest > 0x7f) {
      bytes[this.#at++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    bytes[this.#at++] = rest
  }

  double(value: number): void {
    if (this.#at + 8 > this.#bytes.length) this.#grow(8)
    this.#view.setFloat64(this.#at, value, true)
    this.#at += 8
  }

  text(value: string): void {
    const bytes = Buffer.from(value)
    this.varint(bytes.length)
    if (this.#at + bytes.length > this.#bytes.length) this.#grow(bytes.length)
    this.#bytes.set(bytes, this.#at)
    this.#at += bytes.length
  }

  /** Copies the bytes so far, and begins anew. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#at))
    this.#at = 0
    return taken
  }

  #grow(by: number): void {
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#at + by))
    larger.set(this.#bytes)
    this.#bytes = larger
    this.#view = new DataView(larger.buffer)
  }
}

/** Reads what a `ByteWriter` wrote. */
export class ByteReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  byte(): number {
    return this.#bytes[this.#at++] ?? 0
  }

  varint(): number {
    const bytes = this.#bytes
    let byte = bytes[this.#at++] ?? 0
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    let weight = 128
    do {
      byte = bytes[this.#at++] ?? 0
      value += (byte & 0x7f) * weight
      weight *= 128
    } while (byte >= 0x80)
    return value
  }

  double(): number {
    const value = this.#bytes.readDoubleLE(this.#at)
    this.#at += 8
    return value
  }

  text(): string {
    const length = this.varint()
    return this.#bytes.toString('utf8', this.#at, (this.#at += length))
  }
}
