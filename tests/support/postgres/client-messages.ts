interface Message {
  readonly type: string
  readonly text: string
  /** The whole message. */
  readonly bytes: Buffer
}

const LENGTH = 4

/** Divides what a client of PostgreSQL sends into its messages. The first one has no letter for its type. */
export class ClientMessages {
  #rest = Buffer.alloc(0)
  #isFirst = true

  /** @returns the messages that are complete with this part */
  add(part: Buffer): Message[] {
    this.#rest = Buffer.concat([this.#rest, part])
    const complete: Message[] = []
    for (;;) {
      const start = this.#isFirst ? 0 : 1
      if (this.#rest.length < start + LENGTH) return complete
      const size = start + this.#rest.readUInt32BE(start)
      if (this.#rest.length < size) return complete
      const bytes = this.#rest.subarray(0, size)
      const text = bytes.toString('utf8', start + LENGTH)
      complete.push({ type: bytes.toString('latin1', 0, start), text, bytes })
      this.#rest = this.#rest.subarray(size)
      this.#isFirst = false
    }
  }
}
