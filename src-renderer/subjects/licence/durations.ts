import { keep, readKept } from '../../kit/preferences/kept-choice.ts'

const DAY = 86_400

/** Days that are given most often. */
export const USUAL_DAYS: readonly number[] = [7, 30, 90, 180, 365]
/** 100 years, as the server has it. */
export const MOST_DAYS = 36_500

const KEY = 'pulsekey.renewal-days'

/** The days somebody lengthened an authorization by last, in this browser. */
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

/** Whole days from one time to another that isn't before it: those begun don't count, to what comes as from what was. */
export function daysBetween(from: number, to: number): number {
  return Math.max(0, Math.floor((to - from) / DAY))
}
