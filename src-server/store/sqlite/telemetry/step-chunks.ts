import type Database from 'better-sqlite3'
import { ColumnTable } from './columns/column-table.ts'
import { STEP_WIDTH, Steps } from '../../telemetry/step-rows.ts'

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

/**
 * The stored history: for each account and span of time one row with its steps in columns. Rows are in the order of time,
 * so old ones go from one end.
 */
export class StepChunks {
  readonly #table: ColumnTable

  constructor(db: Database.Database) {
    this.#table = new ColumnTable(db, 'step_chunks', 'steps', STEP_WIDTH)
  }

  /** Adds an account's steps from one time on and before another one. */
  read(level: Level, deviceId: number, to: Steps, from: number, before: number): void {
    const first = this.firstSpan(level)
    if (first === undefined) return
    const last = Math.min(spanOf(level, before), this.lastSpan(level))
    for (let span = Math.max(first, spanOf(level, from)); span <= last; span++) {
      const known = this.#table.get(keyOf(level, span, deviceId))
      if (known !== undefined) to.addAll(known, from, before)
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
      for (const { key, rows } of this.#table.range(
        keyOf(level, span, from),
        keyOf(level, span, before),
        before - from,
      )) {
        const deviceId = key % OF_SPAN
        const known = found.get(deviceId) ?? new Steps()
        found.set(deviceId, known)
        known.addAll(rows)
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
      const known = this.#table.get(key)
      if (known !== undefined) chunk.addAll(known)
      for (; index < count && spanOf(level, numbers[index * STEP_WIDTH] ?? NaN) === span; index++)
        chunk.add(numbers, index * STEP_WIDTH)
      this.#table.put(key, chunk.rows)
    }
  }

  /** Replaces the chunk of an account. */
  put(level: Level, span: number, deviceId: number, steps: Steps): void {
    this.#table.put(keyOf(level, span, deviceId), steps.rows)
  }

  firstSpan(level: Level): number | undefined {
    const key = this.#table.first(keyOf(level, 0, 0), keyOf(level, OF_LEVEL / OF_SPAN, 0))
    return key === undefined ? undefined : Math.floor((key % OF_LEVEL) / OF_SPAN)
  }

  /** Whether there are chunks of these spans. */
  has(level: Level, from: number, before: number): boolean {
    return this.#table.first(keyOf(level, from, 0), keyOf(level, before, 0)) !== undefined
  }

  /** Deletes up to `most` chunks of spans before one. @returns whether all are gone */
  drop(level: Level, before: number, most: number): boolean {
    return this.#table.drop(keyOf(level, 0, 0), keyOf(level, before, 0), most)
  }

  /** The last span with chunks. 0: there are none. */
  lastSpan(level: Level): number {
    const key = this.#table.last(keyOf(level, 0, 0), keyOf(level, OF_LEVEL / OF_SPAN, 0)) ?? 0
    return Math.floor((key % OF_LEVEL) / OF_SPAN)
  }
}
