import type { BusinessDay } from '../../../../src-server/contract/records/business.ts'

export type DayAmount = Exclude<keyof BusinessDay, 'day'>

/** An amount in the last days, today among them, and in as many days before. */
export interface Compared {
  readonly days: number
  readonly sum: number
  readonly before: number
}

/** The spans of the first screen, days. */
export const SPANS = [1, 7, 30] as const

/** @param days in their order, the last one is today */
export function compare(days: readonly BusinessDay[], amount: DayAmount, span: number): Compared {
  const sum = (of: readonly BusinessDay[]) => of.reduce((total, day) => total + (day[amount] ?? 0), 0)
  return { days: span, sum: sum(days.slice(-span)), before: sum(days.slice(-2 * span, -span)) }
}

/** The change against the span before, percent. undefined where nothing came before. */
export function changeOf({ sum, before }: Compared): number | undefined {
  return before === 0 ? undefined : ((sum - before) / before) * 100
}
