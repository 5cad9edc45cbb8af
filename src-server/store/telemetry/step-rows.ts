import { openPositions } from '../../contract/open-positions.ts'
import { effectiveDrawdown } from '../../domain/device/drawdown.ts'
import { knownFigure } from '../../domain/device/known-figure.ts'
import type { HistoryPoint } from '../../contract/records/device.ts'
import type { Inside } from '../../contract/spelling.ts'
import type { PulseFigures } from '../latest-pulse.ts'
import type { Rows } from './columns/columns.ts'

/** The places of a step's figures in its row. `AT` is the step's start, Unix seconds. */
export const AT = 0
const EQUITY_MIN = 1
const EQUITY_MAX = 2
export const EQUITY = 3
export const BALANCE = 4
export const DD_MAX = 5
const POSITIONS = 6
const LEVERAGE = 7
const DAY_PROFIT = 8
const PENDING_ORDERS = 9
export const MARGIN_MIN = 10
export const DEPOSITS = 11
export const WITHDRAWALS = 12
export const STEP_WIDTH = 13

/** The length of the steps that memory collects, seconds. */
export const MINUTE = 60

/** The columns whose lower and higher value counts. The last known value of the other ones counts. */
const LOWEST = [EQUITY_MIN, MARGIN_MIN] as const
const HIGHEST = [EQUITY_MAX, DD_MAX] as const
const LAST = [EQUITY, BALANCE, POSITIONS, LEVERAGE, DAY_PROFIT, PENDING_ORDERS] as const

/** Writes the minute of one pulse. @param moved the money paid in (> 0) or out since the pulse before */
export function writeMinute(to: Float64Array, pulse: PulseFigures, moved: number): void {
  to[AT] = pulse.at - (pulse.at % MINUTE)
  to[EQUITY_MIN] = pulse.equity
  to[EQUITY_MAX] = pulse.equity
  to[EQUITY] = pulse.equity
  to[BALANCE] = pulse.balance
  to[DD_MAX] = effectiveDrawdown(pulse)
  to[POSITIONS] = openPositions(pulse)
  to[LEVERAGE] = pulse.leverage
  to[DAY_PROFIT] = pulse.dayProfit
  to[PENDING_ORDERS] = pulse.pendingOrders
  // Terminals report 0 when no margin is in use.
  to[MARGIN_MIN] = pulse.marginLevel === 0 ? NaN : pulse.marginLevel
  to[DEPOSITS] = Math.max(0, moved)
  to[WITHDRAWALS] = Math.max(0, -moved)
}

/** Merges a later row into an earlier one. The place `AT` stays. */
export function mergeRow(to: Float64Array, at: number, later: Float64Array, from: number): void {
  for (const column of LOWEST) {
    const value = later[from + column] ?? NaN
    if (!((to[at + column] ?? NaN) <= value) && !Number.isNaN(value)) to[at + column] = value
  }
  for (const column of HIGHEST) {
    const value = later[from + column] ?? NaN
    if (!((to[at + column] ?? NaN) >= value) && !Number.isNaN(value)) to[at + column] = value
  }
  for (const column of LAST) {
    const value = later[from + column] ?? NaN
    if (!Number.isNaN(value)) to[at + column] = value
  }
  to[at + DEPOSITS] = (to[at + DEPOSITS] ?? 0) + (later[from + DEPOSITS] ?? 0)
  to[at + WITHDRAWALS] = (to[at + WITHDRAWALS] ?? 0) + (later[from + WITHDRAWALS] ?? 0)
}

const LEAST_ROOM = 4

/** Rows that grow. */
export class RowList implements Rows {
  readonly width: number
  #numbers: Float64Array<ArrayBuffer>
  #count = 0

  constructor(width: number, room = LEAST_ROOM) {
    this.width = width
    this.#numbers = new Float64Array(width * room)
  }

  get numbers(): Float64Array<ArrayBuffer> {
    return this.#numbers
  }

  get count(): number {
    return this.#count
  }

  /** Adds a row. @returns its place */
  add(from: Float64Array, at: number, width = this.width): number {
    const place = this.#count * this.width
    if (place === this.#numbers.length) {
      const larger = new Float64Array(Math.max(this.#numbers.length * 2, this.width * LEAST_ROOM))
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    const numbers = this.#numbers
    for (let column = 0; column < width; column++) numbers[place + column] = from[at + column] ?? NaN
    this.#count++
    return place
  }

  clear(): void {
    this.#count = 0
    // The room of a rush of steps is given back.
    this.#numbers = new Float64Array(0)
  }
}

/** The steps of one account in the order of their times, each time once. */
export class Steps {
  #rows = new RowList(STEP_WIDTH)
  #isSorted = true

  get rows(): Rows {
    this.#sort()
    return this.#rows
  }

  /** Adds a row. Of two rows with one time, the one that is added later is the later one. */
  add(from: Float64Array, at: number): void {
    const time = from[at] ?? NaN
    const last = (this.#rows.count - 1) * STEP_WIDTH
    const before = last < 0 ? -Infinity : (this.#rows.numbers[last] ?? NaN)
    if (time === before && this.#isSorted) mergeRow(this.#rows.numbers, last, from, at)
    else {
      if (time < before) this.#isSorted = false
      this.#rows.add(from, at)
    }
  }

  /** Adds rows from one time on and before another one. */
  addAll({ numbers, count, width }: Rows, from = -Infinity, before = Infinity): void {
    for (let at = 0; at < count * width; at += width) {
      const time = numbers[at] ?? NaN
      if (time >= from && time < before) this.add(numbers, at)
    }
  }

  /** The steps, merged into longer ones. */
  in(seconds: number): Steps {
    const longer = new Steps()
    const { numbers, count } = this.rows
    const row = new Float64Array(STEP_WIDTH)
    for (let at = 0; at < count * STEP_WIDTH; at += STEP_WIDTH) {
      for (let column = 0; column < STEP_WIDTH; column++) row[column] = numbers[at + column] ?? NaN
      row[AT] = Math.floor((row[AT] ?? NaN) / seconds) * seconds
      longer.add(row, 0)
    }
    return longer
  }

  #sort(): void {
    if (this.#isSorted) return
    const { numbers, count } = this.#rows
    const places = Array.from({ length: count }, (_, index) => index * STEP_WIDTH)
    places.sort((a, b) => (numbers[a] ?? NaN) - (numbers[b] ?? NaN))
    this.#rows = new RowList(STEP_WIDTH, count)
    this.#isSorted = true
    for (const place of places) this.add(numbers, place)
  }
}

export function pointOf(numbers: Float64Array, at: number): Inside<HistoryPoint> {
  return {
    at: numbers[at] ?? NaN,
    ...boundsOf(numbers, at),
    leverage: knownFigure(numbers[at + LEVERAGE]),
    dayProfit: knownFigure(numbers[at + DAY_PROFIT]),
    pendingOrders: knownFigure(numbers[at + PENDING_ORDERS]),
    marginMin: knownFigure(numbers[at + MARGIN_MIN]),
  }
}

/** The figures that steps and days have in common. */
export function boundsOf(numbers: Float64Array, at: number) {
  return {
    equityMin: knownFigure(numbers[at + EQUITY_MIN]),
    equityMax: knownFigure(numbers[at + EQUITY_MAX]),
    equity: knownFigure(numbers[at + EQUITY]),
    balance: knownFigure(numbers[at + BALANCE]),
    ddMax: knownFigure(numbers[at + DD_MAX]),
    positions: knownFigure(numbers[at + POSITIONS]),
    deposits: numbers[at + DEPOSITS] ?? 0,
    withdrawals: numbers[at + WITHDRAWALS] ?? 0,
  }
}
