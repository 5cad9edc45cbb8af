import type Database from 'better-sqlite3'
import { DAY_WIDTH, LOCAL_OF_DAY, PAGE_SIZE, pageOf, type AccountPage } from './account-page.ts'
import { ByteReader, ByteWriter } from './columns/byte-writer.ts'
import { readColumns, writeColumns, type Rows } from './columns/columns.ts'
import { RowList } from './step-rows.ts'

/** A day with the place of its account within the page. */
const WIDTH = DAY_WIDTH + 1
/** The place of the day in a key, so that rows are in the order of time. */
const OF_DAY = 2 ** 32

interface Row {
  readonly key: number
  readonly days: Buffer
}

/** The days of accounts that ended: one row for a day of a page. Numbers of days count from 1970 by the wall clock. */
export class DayPages {
  readonly #writer = new ByteWriter()
  readonly #get
  readonly #put
  readonly #range
  readonly #first
  readonly #last
  readonly #drop

  constructor(db: Database.Database) {
    this.#get = db.prepare<[number], Buffer>('SELECT days FROM day_pages WHERE key = ?').pluck()
    this.#put = db.prepare('INSERT OR REPLACE INTO day_pages (key, days) VALUES (?, ?)')
    this.#range = db.prepare<[number, number, number], Row>(
      'SELECT key, days FROM day_pages WHERE key > ? AND key < ? ORDER BY key LIMIT ?',
    )
    this.#first = db.prepare<[], number | null>('SELECT min(key) FROM day_pages').pluck()
    this.#last = db.prepare<[], number | null>('SELECT max(key) FROM day_pages').pluck()
    this.#drop = db.prepare(
      'DELETE FROM day_pages WHERE key IN (SELECT key FROM day_pages WHERE key < ? ORDER BY key LIMIT ?)',
    )
  }

  /** Stores the days of a page that ended. */
  write({ number, endedDays }: AccountPage): void {
    this.add(number, endedDays, true)
  }

  /** Adds days of a page. @param replaces whether they take the place of stored ones */
  add(page: number, { numbers, count }: Rows, replaces: boolean): void {
    const byDay = new Map<number, number[]>()
    for (let at = 0; at < count * WIDTH; at += WIDTH) {
      const day = numbers[at] ?? NaN
      byDay.set(day, [...(byDay.get(day) ?? []), at])
    }
    for (const [day, places] of byDay) {
      const byLocal = new Map<number, readonly [Float64Array, number]>()
      const known = this.#rows(day, page)
      const add = (from: Float64Array, at: number, wins: boolean) => {
        const local = from[at + LOCAL_OF_DAY] ?? NaN
        if (wins || !byLocal.has(local)) byLocal.set(local, [from, at])
      }
      if (known !== undefined)
        for (let at = 0; at < known.numbers.length; at += WIDTH) add(known.numbers, at, true)
      for (const at of places) add(numbers, at, replaces)
      const rows = new RowList(WIDTH, byLocal.size)
      for (const [, [from, at]] of [...byLocal].sort(([a], [b]) => a - b)) rows.add(from, at)
      writeColumns(this.#writer, rows)
      this.#put.run(day * OF_DAY + page, this.#writer.take())
    }
  }

  /** An account's stored day. */
  of(deviceId: number, day: number): Float64Array | undefined {
    const rows = this.#rows(day, pageOf(deviceId))
    if (rows === undefined) return undefined
    for (let at = 0; at < rows.numbers.length; at += WIDTH)
      if (rows.numbers[at + LOCAL_OF_DAY] === deviceId % PAGE_SIZE)
        return rows.numbers.slice(at, at + DAY_WIDTH)
    return undefined
  }

  /** The stored days of all accounts, some rows at a time. */
  *all(from: number, to: number, together: number): Generator<{ page: number; rows: Rows }[]> {
    let after = from * OF_DAY - 1
    for (;;) {
      const found = this.#range.all(after, (to + 1) * OF_DAY, together)
      const last = found.at(-1)
      if (last === undefined) return
      after = last.key
      yield found.map(({ key, days }) => ({
        page: key % OF_DAY,
        rows: readColumns(new ByteReader(days), WIDTH),
      }))
    }
  }

  /** The first stored day. */
  first(): number | undefined {
    const key = this.#first.get() ?? null
    return key === null ? undefined : Math.floor(key / OF_DAY)
  }

  /** The last stored day. */
  last(): number {
    return Math.floor((this.#last.get() ?? 0) / OF_DAY)
  }

  /** Deletes up to `most` rows of days before one. @returns whether all are gone */
  drop(before: number, most: number): boolean {
    return this.#drop.run(before * OF_DAY, most).changes < most
  }

  #rows(day: number, page: number): Rows | undefined {
    const days = this.#get.get(day * OF_DAY + page)
    return days === undefined ? undefined : readColumns(new ByteReader(days), WIDTH)
  }
}
