import { momentOf } from '../../i18n/zone.ts'

/** The number that a filter has in the address: whole, above 0. */
export function wholeNumber(text: string | undefined): number | undefined {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : undefined
}

/** The midnight that begins a day (`2027-01-31`) in the viewer's zone, plus `later` days. Unix seconds. */
export function dayStart(day: string | undefined, later = 0): number | undefined {
  if (day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number)
  if (month < 1 || month > 12 || date < 1 || date > 31) return undefined
  return momentOf(year, month, date + later)
}
