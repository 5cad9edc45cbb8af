import { hash } from 'node:crypto'

const WORDS = 8
const WORD_BYTES = 4

/**
 * A checksum of rows that does not depend on their order: the sum of the rows' SHA-256, word by word. Two tables have the
 * same one only if they have the same rows.
 */
export class RowSum {
  readonly #words = new Uint32Array(WORDS)
  #rows = 0

  get rows(): number {
    return this.#rows
  }

  add(row: string | Uint8Array): void {
    const digest = hash('sha256', row, 'buffer')
    for (let word = 0; word < WORDS; word++)
      this.#words[word] = (this.#words[word] ?? 0) + digest.readUInt32LE(word * WORD_BYTES)
    this.#rows++
  }

  /** Hexadecimal. */
  text(): string {
    return Array.from(this.#words, (word) => word.toString(16).padStart(WORD_BYTES * 2, '0')).join('')
  }
}
