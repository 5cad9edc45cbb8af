import { keep, readKept } from '../../kit/preferences/kept-choice.ts'

const DAY = 86_400

/** The usual numbers of days. */
export const USUAL_DAYS: readonly number[] = [7, 30, 90, 180, 365]
/** 100 years, the server's limit. */
export const MOST_DAYS = 36_500

const KEY = 'pulsekey.renewal-days'

/** The days that somebody last added to an authorization in this browser. */
export function lastDays(): number {
  const kept = readKept(KEY)
  return typeof kept === 'number' && Number.isInteger(kept) && kept >= 1 && kept <= MOST_DAYS ? kept : 30
}

export function keepDays(days: number): void {
  keep(KEY, days)
}

export function secondsOf(days: number): number {
  return days * DAY
}

/** Whole days from one time to a later one. A day that isn't over doesn't count. */
export function daysBetween(from: number, to: number): number {
  return Math.max(0, Math.floor((to - from) / DAY))
}
