import { usePreferences } from '../../kit/preferences/preferences.ts'

const DAY = 86_400

/** The usual numbers of days. */
export const USUAL_DAYS: readonly number[] = [7, 30, 90, 180, 365]
/** 100 years, the server's limit. */
export const MOST_DAYS = 36_500

/** The days that this person last added to a licence. */
export function lastDays(): number {
  return usePreferences().kept.renewal_days ?? 30
}

export function keepDays(days: number): void {
  usePreferences().change({ renewal_days: days })
}

export function secondsOf(days: number): number {
  return days * DAY
}

/** Whole days from one time to a later one. A day that isn't over doesn't count. */
export function daysBetween(from: number, to: number): number {
  return Math.max(0, Math.floor((to - from) / DAY))
}
