import type { ByteWriter } from '../../telemetry/columns/byte-writer.ts'
import { listOf } from './telemetry-pool.ts'

/** The bytes of many rows in one value: the database cuts them apart. An array of them would be written as text. */
export class PackedRows {
  readonly #writer: ByteWriter
  readonly #starts: number[] = []
  readonly #sizes: number[] = []

  constructor(writer: ByteWriter) {
    this.#writer = writer
  }

  get count(): number {
    return this.#starts.length
  }

  add(write: (to: ByteWriter) => void): void {
    const start = this.#writer.length
    write(this.#writer)
    // Places count from 1.
    this.#starts.push(start + 1)
    this.#sizes.push(this.#writer.length - start)
  }

  /** The bytes of all rows, and where each begins and how long it is. */
  take(): readonly [bytes: Buffer, starts: string, sizes: string] {
    return [this.#writer.take(), listOf(this.#starts), listOf(this.#sizes)]
  }
}
