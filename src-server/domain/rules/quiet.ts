import type { QuietHours } from './rule.ts'

/** @param utcOffset minutes the server's wall clock is ahead of UTC */
export function isQuiet(quiet: QuietHours | null, at: number, utcOffset: number): boolean {
  if (quiet === null) return false
  const minute = (((Math.floor(at / 60) + utcOffset) % 1440) + 1440) % 1440
  const { from, to } = quiet
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to
}

/** The day by the server's wall clock, in days since 1970. @param utcOffset minutes ahead of UTC */
export function wallDay(at: number, utcOffset: number): number {
  return Math.floor((at + utcOffset * 60) / 86_400)
}
