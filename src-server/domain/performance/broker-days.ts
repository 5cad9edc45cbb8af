import type { HistoryPoint } from '../../contract/records/device.ts'
import type { Inside } from '../../contract/spelling.ts'
import { dayAfter, dayStart, type UtcOffset } from '../calendar/wall-days.ts'
import type { ReportedDay } from './day-result.ts'

type Step = Inside<HistoryPoint>

/**
 * The days of another clock, from steps of an hour or less. A step that lasts over midnight counts for the day that it
 * begins in.
 * @param steps the oldest first @param before the day before the first step
 */
export function daysByClock(
  steps: readonly Step[],
  utcOffset: UtcOffset,
  before?: Pick<ReportedDay, 'equity' | 'balance'>,
): ReportedDay[] {
  const days: ReportedDay[] = []
  let last = { equity: before?.equity ?? null, balance: before?.balance ?? null }
  for (const [day, own] of byDay(steps, utcOffset)) {
    const [equities, balances] = [knownIn(own, 'equity'), knownIn(own, 'balance')]
    const end = { equity: equities.at(-1) ?? null, balance: balances.at(-1) ?? null }
    days.push({
      day,
      ...end,
      equityFirst: last.equity ?? equities[0] ?? null,
      balanceFirst: last.balance ?? balances[0] ?? null,
      equityMin: extreme(own, 'equityMin', Math.min),
      equityMax: extreme(own, 'equityMax', Math.max),
      ddMax: extreme(own, 'ddMax', Math.max),
      deposits: sumOf(own, 'deposits'),
      withdrawals: sumOf(own, 'withdrawals'),
    })
    last = { equity: end.equity ?? last.equity, balance: end.balance ?? last.balance }
  }
  return days
}

/** The steps of each day. The clock is asked once a day: a year has thousands of steps. */
function byDay(steps: readonly Step[], utcOffset: UtcOffset): Map<number, Step[]> {
  let [day, next] = [NaN, -Infinity]
  return Map.groupBy(steps, ({ at }) => {
    if (at >= next) {
      day = dayStart(at, utcOffset)
      next = dayAfter(day, utcOffset)
    }
    return day
  })
}

type Figure = 'equity' | 'balance' | 'equityMin' | 'equityMax' | 'ddMax'

/** The values of the steps that have one. */
function knownIn(steps: readonly Step[], name: Figure): number[] {
  return steps.flatMap((step) => step[name] ?? [])
}

function extreme(steps: readonly Step[], name: Figure, of: (...values: number[]) => number): number | null {
  const values = knownIn(steps, name)
  return values.length === 0 ? null : of(...values)
}

function sumOf(steps: readonly Step[], name: 'deposits' | 'withdrawals'): number {
  return steps.reduce((sum, step) => sum + step[name], 0)
}
