import type { FleetDay, PeriodColumns } from '../telemetry-store.ts'
import { BALANCE_FIRST, EQUITY_FIRST } from './account-page.ts'
import { AT, BALANCE, DD_MAX, DEPOSITS, EQUITY, RowList, WITHDRAWALS } from './step-rows.ts'

/** Sums that further accounts still change. `day` counts from 1970 by the server's wall clock. */
type GrowingDay = { -readonly [K in keyof FleetDay]: FleetDay[K] }

/** The places of an account's sums over its days. Behind each first and last value is its day. */
const ID = 0
const FIRST_EQUITY = 1
const FIRST_BALANCE = 3
const LAST_EQUITY = 5
const LAST_BALANCE = 7
const PAID_IN = 9
const PAID_OUT = 10
const WORST = 11
const DAYS = 12
const WIDTH = 13

/** The results of accounts over some days. Days may come in any order. */
export class PeriodSums {
  readonly #places = new Map<number, number>()
  readonly #rows = new RowList(WIDTH)

  add(deviceId: number, day: Float64Array, from: number): void {
    let at = this.#places.get(deviceId)
    if (at === undefined) {
      const empty = new Float64Array(WIDTH).fill(NaN)
      empty[ID] = deviceId
      for (const column of [PAID_IN, PAID_OUT, DAYS]) empty[column] = 0
      this.#places.set(deviceId, (at = this.#rows.add(empty, 0)))
    }
    const { numbers } = this.#rows
    const number = day[from + AT] ?? NaN
    const take = (column: number, value: number | undefined, isBetter: (known: number) => boolean) => {
      if (value === undefined || Number.isNaN(value) || isBetter(numbers[at + column + 1] ?? NaN)) return
      numbers[at + column] = value
      numbers[at + column + 1] = number
    }
    take(FIRST_EQUITY, day[from + EQUITY_FIRST], (known) => known < number)
    take(FIRST_BALANCE, day[from + BALANCE_FIRST], (known) => known < number)
    take(LAST_EQUITY, day[from + EQUITY], (known) => known > number)
    take(LAST_BALANCE, day[from + BALANCE], (known) => known > number)
    numbers[at + PAID_IN] = (numbers[at + PAID_IN] ?? 0) + (day[from + DEPOSITS] ?? 0)
    numbers[at + PAID_OUT] = (numbers[at + PAID_OUT] ?? 0) + (day[from + WITHDRAWALS] ?? 0)
    const worst = day[from + DD_MAX] ?? NaN
    if (!((numbers[at + WORST] ?? NaN) >= worst) && !Number.isNaN(worst)) numbers[at + WORST] = worst
    numbers[at + DAYS] = (numbers[at + DAYS] ?? 0) + 1
  }

  columns(): PeriodColumns {
    const { numbers, count } = this.#rows
    const column = (place: number) =>
      Float64Array.from({ length: count }, (_, index) => numbers[index * WIDTH + place] ?? NaN)
    const [deposits, withdrawals] = [column(PAID_IN), column(PAID_OUT)]
    const [equityFirst, equity, balance] = [column(FIRST_EQUITY), column(LAST_EQUITY), column(LAST_BALANCE)]
    const earned = (last: Float64Array, first: Float64Array) =>
      last.map((value, at) => value - (first[at] ?? NaN) - (deposits[at] ?? 0) + (withdrawals[at] ?? 0))
    return {
      ids: Int32Array.from(column(ID)),
      profit: earned(equity, equityFirst),
      realised: earned(balance, column(FIRST_BALANCE)),
      deposits,
      withdrawals,
      equityFirst,
      equity,
      balance,
      ddMax: column(WORST),
      days: Int32Array.from(column(DAYS)),
    }
  }
}

/** The sums of groups of accounts by day. */
export class FleetDaySums {
  readonly #groups: Int32Array
  readonly #sums = new Map<number, Map<number, GrowingDay>>()

  constructor(groups: Int32Array) {
    this.#groups = groups
  }

  add(deviceId: number, row: Float64Array, from: number): void {
    const group = this.#groups[deviceId] ?? -1
    if (group < 0) return
    const sums = this.#of(row[from + AT] ?? NaN, group)
    const known = (column: number) => {
      const value = row[from + column] ?? NaN
      return Number.isNaN(value) ? 0 : value
    }
    const [deposits, withdrawals] = [known(DEPOSITS), known(WITHDRAWALS)]
    const earned = (last: number, first: number) =>
      knows(row, from, last) ? known(last) - known(first) - deposits + withdrawals : 0
    sums.accounts++
    sums.equity += known(EQUITY)
    sums.balance += known(BALANCE)
    sums.profit += earned(EQUITY, EQUITY_FIRST)
    sums.realised += earned(BALANCE, BALANCE_FIRST)
    sums.deposits += deposits
    sums.withdrawals += withdrawals
  }

  /** By day and group. */
  all(): FleetDay[] {
    return [...this.#sums.values()]
      .flatMap((ofDay) => [...ofDay.values()])
      .sort((a, b) => a.day - b.day || a.group - b.group)
  }

  #of(day: number, group: number): GrowingDay {
    const ofDay = this.#sums.get(day) ?? new Map<number, GrowingDay>()
    this.#sums.set(day, ofDay)
    const known = ofDay.get(group)
    if (known !== undefined) return known
    const made = {
      ...{ day, group, accounts: 0, equity: 0, balance: 0 },
      ...{ profit: 0, realised: 0, deposits: 0, withdrawals: 0 },
    }
    ofDay.set(group, made)
    return made
  }
}

function knows(row: Float64Array, from: number, column: number): boolean {
  return !Number.isNaN(row[from + column] ?? NaN)
}
