import { momentOf, wallTime } from '../../../i18n/zone.ts'

/** A month of the viewer's calendar, "2027-03". */
export type Month = string

const two = (number: number) => String(number).padStart(2, '0')
/** Months to choose from. */
const OFFERED = 36
const MONTH = /^(\d{4})-(\d{2})$/

/** @param at Unix seconds */
export function monthOf(at: number): Month {
  const { year, month } = wallTime(at)
  return `${year}-${two(month)}`
}

/** @param by months; below 0 goes back */
export function moveMonth(month: Month, by: number): Month {
  const [, year = '1970', number = '01'] = MONTH.exec(month) ?? []
  const date = new Date(Number(year), Number(number) - 1 + by, 1)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}`
}

/** The newest first: three years of them, or as many as reach back to `shown`. */
export function monthsUpTo(last: Month, shown: Month): Month[] {
  const months = [last]
  for (let month = last; months.length < OFFERED || month > shown; months.push(month))
    month = moveMonth(month, -1)
  return months
}

/** From its first second to the next month's, Unix seconds, in the viewer's zone. */
export function monthSpan(month: Month): { readonly from: number; readonly to: number } {
  const start = (of: Month) => {
    const [year = NaN, number = NaN] = of.split('-').map(Number)
    return momentOf(year, number, 1)
  }
  return { from: start(month), to: start(moveMonth(month, 1)) }
}
