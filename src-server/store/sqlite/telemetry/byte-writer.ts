const CHUNK = 1024

/** Writes numbers and texts one after the other. Whole numbers take one byte for every 7 bits. */
export class ByteWriter {
  #bytes = Buffer.alloc(CHUNK)
  #length = 0

  /** @param value whole, 0 to 2^53 - 1 */
  whole(value: number): void {
    this.#makeRoom(8)
    let rest = value
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes[this.#length++] = (rest % 0x80) | 0x80
    this.#bytes[this.#length++] = rest
  }

  real(value: number): void {
    this.#makeRoom(8)
    this.#length = this.#bytes.writeDoubleLE(value, this.#length)
  }

  text(value: string): void {
    const bytes = Buffer.from(value)
    this.whole(bytes.length)
    this.#makeRoom(bytes.length)
    this.#length += bytes.copy(this.#bytes, this.#length)
  }

  written(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #makeRoom(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    this.#bytes = Buffer.concat([this.#bytes], 2 * (this.#length + more))
  }
}

/** Reads what a ByteWriter wrote, in the same order. */
export class ByteReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  whole(): number {
    let value = 0
    for (let scale = 1; ; scale *= 0x80) {
      const byte = this.#bytes.readUInt8(this.#at++)
      value += (byte % 0x80) * scale
      if (byte < 0x80) return value
    }
  }

  real(): number {
    this.#at += 8
    return this.#bytes.readDoubleLE(this.#at - 8)
  }

  text(): string {
    const length = this.whole()
    this.#at += length
    return this.#bytes.toString('utf8', this.#at - length, this.#at)
  }
}
