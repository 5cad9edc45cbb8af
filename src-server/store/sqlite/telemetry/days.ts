import type { DayStep, FleetDay, PeriodColumns } from '../../telemetry-store.ts'
import { DAY_WIDTH, LOCAL_OF_DAY, PAGE_SIZE, pageOf } from '../../telemetry/account-page.ts'
import type { AccountPages } from './account-pages.ts'
import { PeriodSums, FleetDaySums } from '../../telemetry/day-sums.ts'
import { dayStepsOf, PLACED_DAY_WIDTH } from '../../telemetry/day-rows.ts'
import type { DayPages } from './day-pages.ts'
import { RowList } from '../../telemetry/step-rows.ts'

/** Stored rows that are read before other work gets its turn. */
const TOGETHER = 64
const WIDTH = PLACED_DAY_WIDTH

type Use = (deviceId: number, numbers: Float64Array, at: number) => void

/** Days of accounts, from memory and from the file. Numbers of days count from 1970 by the wall clock, both ends included. */
export class Days {
  readonly #pages: AccountPages
  readonly #stored: DayPages

  constructor(pages: AccountPages, stored: DayPages) {
    this.#pages = pages
    this.#stored = stored
  }

  /** The rows of an account's days, by day. */
  rowsOf(deviceId: number, from: number, to: number): Map<number, Float64Array> {
    const rows = new Map<number, Float64Array>()
    const first = Math.max(from, this.#stored.first() ?? Infinity)
    const last = Math.min(to, this.#stored.last())
    const running = this.#inMemory(from, to, pageOf(deviceId))
    for (let day = first; day <= last; day++) {
      const row = this.#stored.of(deviceId, day)
      if (row !== undefined) rows.set(day, row)
    }
    for (const { numbers, at, local } of running)
      if (local === deviceId % PAGE_SIZE) rows.set(numbers[at] ?? NaN, numbers.slice(at, at + DAY_WIDTH))
    return rows
  }

  of(deviceId: number, from: number, to: number): DayStep[] {
    return dayStepsOf(this.rowsOf(deviceId, from, to))
  }

  /** Pauses after each part of the work. */
  *period(from: number, to: number): Generator<undefined, PeriodColumns> {
    const sums = new PeriodSums()
    yield* this.#each(from, to, (deviceId, numbers, at) => {
      sums.add(deviceId, numbers, at)
    })
    return sums.columns()
  }

  /** Pauses after each part of the work. */
  *fleet(from: number, to: number, groups: Int32Array): Generator<undefined, FleetDay[]> {
    const sums = new FleetDaySums(groups)
    yield* this.#each(from, to, (deviceId, numbers, at) => {
      sums.add(deviceId, numbers, at)
    })
    return sums.all()
  }

  *#each(from: number, to: number, use: Use): Generator<undefined> {
    // Copied first and at once: a day that ends during a pause is in the file and here, and counts once.
    const copied = new RowList(WIDTH)
    const known = new Set<number>()
    for (const page of this.#pages.all())
      for (const { numbers, at, local } of this.#inMemory(from, to, page.number)) {
        const place = copied.add(numbers, at, DAY_WIDTH)
        copied.numbers[place + LOCAL_OF_DAY] = page.idOf(local)
        known.add(keyOf(numbers[at], page.idOf(local)))
      }
    for (const parts of this.#stored.all(from, to, TOGETHER)) {
      for (const { page, rows } of parts)
        for (let at = 0; at < rows.numbers.length; at += WIDTH) {
          const deviceId = page * PAGE_SIZE + (rows.numbers[at + LOCAL_OF_DAY] ?? NaN)
          if (!known.has(keyOf(rows.numbers[at], deviceId))) use(deviceId, rows.numbers, at)
        }
      yield
    }
    const { numbers, count } = copied
    for (let at = 0; at < count * WIDTH; at += WIDTH) use(numbers[at + LOCAL_OF_DAY] ?? NaN, numbers, at)
  }

  /** The days of a page that are not stored: those that ended, then the running ones. */
  *#inMemory(
    from: number,
    to: number,
    pageNumber: number,
  ): Generator<{ numbers: Float64Array; at: number; local: number }> {
    const page = this.#pages.get(pageNumber)
    if (page === undefined) return
    const isWithin = (day: number | undefined) => day !== undefined && day > 0 && day >= from && day <= to
    const { numbers, count } = page.endedDays
    const running = new Set<number>()
    for (let local = 0; local < PAGE_SIZE; local++) {
      const at = local * DAY_WIDTH
      if (isWithin(page.days[at])) {
        running.add(keyOf(page.days[at], local))
        yield { numbers: page.days, at, local }
      }
    }
    // The newest of several ones with the same number counts.
    for (let at = (count - 1) * WIDTH; at >= 0; at -= WIDTH) {
      const local = numbers[at + LOCAL_OF_DAY] ?? NaN
      const key = keyOf(numbers[at], local)
      if (!isWithin(numbers[at]) || running.has(key)) continue
      running.add(key)
      yield { numbers, at, local }
    }
  }
}

function keyOf(day: number | undefined, account: number): number {
  return (day ?? 0) * 2 ** 32 + account
}
