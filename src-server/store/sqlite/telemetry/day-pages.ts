import type Database from 'better-sqlite3'
import { PAGE_SIZE, pageOf, type AccountPage } from '../../telemetry/account-page.ts'
import { ColumnTable } from './columns/column-table.ts'
import type { Rows } from '../../telemetry/columns/columns.ts'
import { dayOf, PLACED_DAY_WIDTH, withDays } from '../../telemetry/day-rows.ts'

const WIDTH = PLACED_DAY_WIDTH
/** The place of the day in a key, so that rows are in the order of time. */
const OF_DAY = 2 ** 32
/** All keys are below. */
const END = Number.MAX_SAFE_INTEGER

/** The days of accounts that ended: one row for a day of a page. Numbers of days count from 1970 by the wall clock. */
export class DayPages {
  readonly #table: ColumnTable

  constructor(db: Database.Database) {
    this.#table = new ColumnTable(db, 'day_pages', 'days', WIDTH)
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
      const key = keyOf(day, page)
      this.#table.put(key, withDays(this.#table.get(key), numbers, places, replaces))
    }
  }

  /** An account's stored day. */
  of(deviceId: number, day: number): Float64Array | undefined {
    const rows = this.#table.get(keyOf(day, pageOf(deviceId)))
    return rows && dayOf(rows, deviceId % PAGE_SIZE)
  }

  /** A stored day of a page. */
  ofPage(day: number, page: number): Rows | undefined {
    return this.#table.get(keyOf(day, page))
  }

  /** The stored days of all accounts, some rows at a time. */
  *all(from: number, to: number, together: number): Generator<{ page: number; rows: Rows }[]> {
    let next = keyOf(from, 0)
    for (;;) {
      const found = this.#table.range(next, keyOf(to + 1, 0), together)
      const last = found.at(-1)
      if (last === undefined) return
      next = last.key + 1
      yield found.map(({ key, rows }) => ({ page: key % OF_DAY, rows }))
    }
  }

  /** The first stored day. */
  first(): number | undefined {
    const key = this.#table.first(0, END)
    return key === undefined ? undefined : Math.floor(key / OF_DAY)
  }

  /** The last stored day. */
  last(): number {
    return Math.floor((this.#table.last(0, END) ?? 0) / OF_DAY)
  }

  /** Deletes up to `most` rows of days before one. @returns whether all are gone */
  drop(before: number, most: number): boolean {
    return this.#table.drop(0, keyOf(before, 0), most)
  }
}

function keyOf(day: number, page: number): number {
  return day * OF_DAY + page
}
