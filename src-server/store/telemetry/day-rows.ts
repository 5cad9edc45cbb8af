import { knownFigure } from '../../domain/device/known-figure.ts'
import type { DayStep } from '../telemetry-store.ts'
import { BALANCE_FIRST, DAY_WIDTH, EQUITY_FIRST, LOCAL_OF_DAY } from './account-page.ts'
import type { Rows } from './columns/columns.ts'
import type { Steps } from './step-rows.ts'
import { AT, boundsOf, RowList, STEP_WIDTH } from './step-rows.ts'

/** A day with the place of its account within the page. */
export const PLACED_DAY_WIDTH = DAY_WIDTH + 1
const WIDTH = PLACED_DAY_WIDTH
const DAY = 86_400

/** The days of a page with further ones, by the places of their accounts. @param replaces whether they take the place of known ones */
export function withDays(
  known: Rows | undefined,
  numbers: Float64Array,
  places: readonly number[],
  replaces: boolean,
): RowList {
  const byLocal = new Map<number, readonly [Float64Array, number]>()
  const add = (from: Float64Array, at: number, wins: boolean) => {
    const local = from[at + LOCAL_OF_DAY] ?? NaN
    if (wins || !byLocal.has(local)) byLocal.set(local, [from, at])
  }
  if (known !== undefined)
    for (let at = 0; at < known.numbers.length; at += WIDTH) add(known.numbers, at, true)
  for (const at of places) add(numbers, at, replaces)
  const rows = new RowList(WIDTH, byLocal.size)
  for (const [, [from, at]] of [...byLocal].sort(([a], [b]) => a - b)) rows.add(from, at)
  return rows
}

/** The day of one account of a page. */
export function dayOf({ numbers }: Rows, local: number): Float64Array | undefined {
  for (let at = 0; at < numbers.length; at += WIDTH)
    if (numbers[at + LOCAL_OF_DAY] === local) return numbers.slice(at, at + DAY_WIDTH)
  return undefined
}

/** Days by their numbers, in the order of time. */
export function dayStepsOf(rows: ReadonlyMap<number, Float64Array>): DayStep[] {
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([day, row]) => ({
      day,
      equityFirst: knownFigure(row[EQUITY_FIRST]),
      balanceFirst: knownFigure(row[BALANCE_FIRST]),
      ...boundsOf(row, 0),
    }))
}

/** Adds days as steps. Their times are those of their days, as if the wall clock showed UTC. */
export function addDaySteps(to: Steps, rows: ReadonlyMap<number, Float64Array>): void {
  const row = new Float64Array(STEP_WIDTH)
  for (const [day, figures] of rows) {
    row.set(figures.subarray(0, STEP_WIDTH))
    row[AT] = day * DAY
    to.add(row, 0)
  }
}
