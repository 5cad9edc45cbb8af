import type Database from 'better-sqlite3'
import { ByteReader, ByteWriter } from './columns/byte-writer.ts'
import { readColumns, writeColumns } from './columns/columns.ts'
import { STEP_WIDTH, Steps } from './step-rows.ts'

/** The steps that chunks hold, and the seconds of history in a chunk. Each length divides the next one. */
export const CHUNKED = [
  { tier: 60, span: 4 * 3600 },
  { tier: 600, span: 86_400 },
  { tier: 3600, span: 16 * 86_400 },
] as const

/** A level of chunks: its place in `CHUNKED`. */
export type Level = 0 | 1 | 2

export function spanOf(level: Level, at: number): number {
  return Math.floor(at / CHUNKED[level].span)
}

/** The places of a key: level, number of the span, account. A key is exact as a number. */
const OF_SPAN = 2 ** 31
const OF_LEVEL = 2 ** 49

function keyOf(level: Level, span: number, deviceId: number): number {
  return level * OF_LEVEL + span * OF_SPAN + deviceId
}

interface Row {
  readonly key: number
  readonly steps: Buffer
}

/**
 * The stored history: for each account and span of time one row with its steps in columns. Rows are in the order of time,
 * so old ones go from one end.
 */
export class StepChunks {
  readonly #writer = new ByteWriter()
  readonly #get
  readonly #put
  readonly #range
  readonly #first
  readonly #last
  readonly #drop

  constructor(db: Database.Database) {
    this.#get = db.prepare<[number], Buffer>('SELECT steps FROM step_chunks WHERE key = ?').pluck()
    this.#put = db.prepare('INSERT OR REPLACE INTO step_chunks (key, steps) VALUES (?, ?)')
    this.#range = db.prepare<[number, number], Row>(
      'SELECT key, steps FROM step_chunks WHERE key >= ? AND key < ? ORDER BY key',
    )
    this.#first = db
      .prepare<[number, number], number | null>('SELECT min(key) FROM step_chunks WHERE key >= ? AND key < ?')
      .pluck()
    this.#last = db
      .prepare<[number, number], number | null>('SELECT max(key) FROM step_chunks WHERE key >= ? AND key < ?')
      .pluck()
    this.#drop = db.prepare(
      `DELETE FROM step_chunks WHERE key IN
        (SELECT key FROM step_chunks WHERE key >= ? AND key < ? ORDER BY key LIMIT ?)`,
    )
  }

  /** Adds an account's steps from one time on and before another one. */
  read(level: Level, deviceId: number, to: Steps, from: number, before: number): void {
    const first = this.firstSpan(level)
    if (first === undefined) return
    const last = Math.min(spanOf(level, before), this.#lastSpan(level))
    for (let span = Math.max(first, spanOf(level, from)); span <= last; span++) {
      const bytes = this.#get.get(keyOf(level, span, deviceId))
      if (bytes !== undefined) to.addAll(readColumns(new ByteReader(bytes), STEP_WIDTH), from, before)
    }
  }

  /** The steps of accounts in some spans, by account. */
  ofAccounts(
    level: Level,
    spans: { from: number; before: number },
    from: number,
    before: number,
  ): Map<number, Steps> {
    const found = new Map<number, Steps>()
    for (let span = spans.from; span < spans.before; span++)
      for (const { key, steps } of this.#range.iterate(
        keyOf(level, span, from),
        keyOf(level, span, before),
      )) {
        const deviceId = key % OF_SPAN
        const known = found.get(deviceId) ?? new Steps()
        found.set(deviceId, known)
        known.addAll(readColumns(new ByteReader(steps), STEP_WIDTH))
      }
    return found
  }

  /** Adds an account's steps to its chunks. */
  add(level: Level, deviceId: number, steps: Steps): void {
    const { numbers, count } = steps.rows
    for (let index = 0; index < count;) {
      const span = spanOf(level, numbers[index * STEP_WIDTH] ?? NaN)
      const chunk = new Steps()
      const key = keyOf(level, span, deviceId)
      const known = this.#get.get(key)
      if (known !== undefined) chunk.addAll(readColumns(new ByteReader(known), STEP_WIDTH))
      for (; index < count && spanOf(level, numbers[index * STEP_WIDTH] ?? NaN) === span; index++)
        chunk.add(numbers, index * STEP_WIDTH)
      this.#write(key, chunk)
    }
  }

  /** Replaces the chunk of an account. */
  put(level: Level, span: number, deviceId: number, steps: Steps): void {
    this.#write(keyOf(level, span, deviceId), steps)
  }

  firstSpan(level: Level): number | undefined {
    const key = this.#first.get(keyOf(level, 0, 0), keyOf(level, OF_LEVEL / OF_SPAN, 0))
    return key === null || key === undefined ? undefined : Math.floor((key % OF_LEVEL) / OF_SPAN)
  }

  /** Whether there are chunks of these spans. */
  has(level: Level, from: number, before: number): boolean {
    return (this.#first.get(keyOf(level, from, 0), keyOf(level, before, 0)) ?? null) !== null
  }

  /** Deletes up to `most` chunks of spans before one. @returns whether all are gone */
  drop(level: Level, before: number, most: number): boolean {
    return this.#drop.run(keyOf(level, 0, 0), keyOf(level, before, 0), most).changes < most
  }

  #lastSpan(level: Level): number {
    const key = this.#last.get(keyOf(level, 0, 0), keyOf(level, OF_LEVEL / OF_SPAN, 0)) ?? 0
    return Math.floor((key % OF_LEVEL) / OF_SPAN)
  }

  #write(key: number, steps: Steps): void {
    writeColumns(this.#writer, steps.rows)
    this.#put.run(key, this.#writer.take())
  }
}
