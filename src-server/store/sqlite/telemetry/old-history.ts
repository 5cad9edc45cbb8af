import type Database from 'better-sqlite3'
import {
  BALANCE_FIRST,
  DAY_WIDTH,
  EQUITY_FIRST,
  LOCAL_OF_DAY,
  PAGE_SIZE,
  pageOf,
  type AccountPage,
} from '../../telemetry/account-page.ts'
import type { AccountPages } from './account-pages.ts'
import type { DayPages } from './day-pages.ts'
import type { Fold } from './fold.ts'
import { CHUNKED, type Level, type StepChunks } from './step-chunks.ts'
import { AT, BALANCE, EQUITY, mergeRow, RowList, STEP_WIDTH, Steps } from '../../telemetry/step-rows.ts'

const DAY = 86_400
const COLUMNS = `at, equity_min, equity_max, equity, balance, dd_max, positions, leverage, day_profit, pending_orders,
  margin_min, deposits, withdrawals`
const DAY_COLUMNS = `day, equity_min, equity_max, equity, balance, dd_max, positions, NULL, NULL, NULL, NULL, deposits,
  withdrawals, equity_first, balance_first`

type Values = readonly (number | null)[]

/** The history in the layout before: a row for each step. Accounts become chunks one after the other, in the background. */
export class OldHistory {
  readonly #db: Database.Database
  readonly #parts
  readonly #next
  readonly #has
  readonly #read
  readonly #days
  readonly #remove
  readonly #removeDays
  #account: number | undefined

  constructor(
    db: Database.Database,
    parts: {
      readonly pages: AccountPages
      readonly chunks: StepChunks
      readonly dayPages: DayPages
      readonly fold: Fold
      /** Stores a page as it is in memory. */
      readonly store: (page: AccountPage) => void
    },
  ) {
    this.#db = db
    this.#parts = parts
    this.#next = db.prepare<[], number | null>('SELECT min(device_id) FROM history').pluck()
    this.#has = db.prepare<[number], number>('SELECT 1 FROM history WHERE device_id = ? LIMIT 1').pluck()
    this.#read = db
      .prepare<[number, number, number, number], Values>(
        `SELECT ${COLUMNS} FROM history WHERE device_id = ? AND tier = ? AND at >= ? AND at < ? ORDER BY at`,
      )
      .raw()
    this.#days = db
      .prepare<[number], Values>(`SELECT ${DAY_COLUMNS} FROM days WHERE device_id = ? ORDER BY day`)
      .raw()
    this.#remove = db.prepare('DELETE FROM history WHERE device_id = ?')
    this.#removeDays = db.prepare('DELETE FROM days WHERE device_id = ?')
    this.#account = this.#next.get() ?? undefined
  }

  /** Whether an account's history is still in this layout. */
  has(deviceId: number): boolean {
    return this.#account !== undefined && deviceId >= this.#account && this.#has.get(deviceId) === 1
  }

  /** Adds an account's steps from one time on and before another one. */
  read(level: Level | 'day', deviceId: number, to: Steps, from: number, before: number): void {
    const tier = level === 'day' ? DAY : CHUNKED[level].tier
    const row = new Float64Array(STEP_WIDTH)
    for (const values of this.#read.iterate(deviceId, tier, from, before)) {
      writeValues(row, values)
      to.add(row, 0)
    }
  }

  /** Moves one account's history. @returns whether there was one */
  step(utcOffset: number): boolean {
    const account = this.#account
    if (account === undefined) return false
    const { chunks, dayPages, fold } = this.#parts
    const days = this.#daysOf(account, utcOffset)
    this.#db
      .transaction(() => {
        for (const level of [0, 1, 2] as const) {
          const steps = new Steps()
          this.read(level, account, steps, 0, level === 0 ? Infinity : fold.begun(level))
          if (level === 0) fold.add(account, steps, (longer) => fold.begun(longer))
          else chunks.add(level, account, steps)
        }
        dayPages.add(pageOf(account), days, false)
        this.#remove.run(account)
        this.#removeDays.run(account)
      })
      .immediate()
    this.#continueDay(account, days)
    this.#account = this.#next.get() ?? undefined
    return true
  }

  /** The running day goes on from the part of it that this layout has. No journal entry has that part. */
  #continueDay(account: number, { numbers, count, width }: RowList): void {
    const page = this.#parts.pages.get(pageOf(account))
    const place = (account % PAGE_SIZE) * DAY_WIDTH
    if (page === undefined) return
    const running = page.days
    for (let at = 0; at < count * width; at += width) {
      if (numbers[at] !== running[place]) continue
      mergeRow(numbers, at, running, place)
      running.set(numbers.subarray(at, at + DAY_WIDTH), place)
      this.#parts.store(page)
    }
  }

  /** The days of an account: as stored, before them by its hours, and before those by its days in UTC. */
  #daysOf(account: number, utcOffset: number): RowList {
    const days = new RowList(DAY_WIDTH + 1)
    const stored = this.#days.all(account).map((values) => writeValues(new Float64Array(DAY_WIDTH), values))
    const first = stored[0]?.[AT] ?? Infinity
    const hours = new Steps()
    this.read(2, account, hours, 0, Infinity)
    const firstHour = hours.rows.count === 0 ? Infinity : (hours.rows.numbers[AT] ?? Infinity)
    const older = new Steps()
    this.read('day', account, older, 0, firstHour)
    const byDay = new Steps()
    const row = new Float64Array(STEP_WIDTH)
    const add = ({ numbers, count }: Steps['rows'], shift: number) => {
      for (let at = 0; at < count * STEP_WIDTH; at += STEP_WIDTH) {
        row.set(numbers.subarray(at, at + STEP_WIDTH))
        row[AT] = Math.floor(((row[AT] ?? NaN) + shift) / DAY)
        if (row[AT] < first) byDay.add(row, 0)
      }
    }
    // A day in UTC counts as the wall clock's day of its noon.
    add(older.rows, DAY / 2 + utcOffset * 60)
    add(hours.rows, utcOffset * 60)
    // The values before the first day are unknown. Those of its first hour are the nearest ones.
    let [equity, balance] = [hours.rows.numbers[EQUITY] ?? NaN, hours.rows.numbers[BALANCE] ?? NaN]
    if (older.rows.count > 0) [equity, balance] = [NaN, NaN]
    const all = new Float64Array(DAY_WIDTH + 1)
    all[LOCAL_OF_DAY] = account % PAGE_SIZE
    const { numbers, count } = byDay.rows
    for (let at = 0; at < count * STEP_WIDTH; at += STEP_WIDTH) {
      all.set(numbers.subarray(at, at + STEP_WIDTH))
      all[EQUITY_FIRST] = Number.isNaN(equity) ? (all[EQUITY] ?? NaN) : equity
      all[BALANCE_FIRST] = Number.isNaN(balance) ? (all[BALANCE] ?? NaN) : balance
      equity = Number.isNaN(all[EQUITY] ?? NaN) ? equity : (all[EQUITY] ?? NaN)
      balance = Number.isNaN(all[BALANCE] ?? NaN) ? balance : (all[BALANCE] ?? NaN)
      days.add(all, 0)
    }
    for (const day of stored) {
      all.set(day)
      days.add(all, 0)
    }
    return days
  }
}

function writeValues(to: Float64Array, values: Values): Float64Array {
  values.forEach((value, at) => (to[at] = value ?? NaN))
  return to
}
