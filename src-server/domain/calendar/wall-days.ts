import { wallDay } from '../rules/quiet.ts'

const DAY = 86_400

/** @param at Unix seconds @returns minutes the server's wall clock is ahead of UTC */
export type UtcOffset = (at: number) => number

/** No clock changes twice within so many seconds of a midnight. */
const NEAR = DAY / 4

/**
 * The beginning of a day of the wall clock, Unix seconds. Where the clock changes at midnight, the day begins at the
 * change, or at the first of two midnights.
 * @param day counted from 1970
 */
export function dayBegin(day: number, utcOffset: UtcOffset): number {
  const midnight = day * DAY
  const near = midnight - utcOffset(midnight) * 60
  const [before, after] = [near - NEAR, near + NEAR].map((at) => midnight - utcOffset(at) * 60)
  if (before === undefined || after === undefined || before === after) return before ?? near
  const dayAt = (at: number) => wallDay(at, utcOffset(at))
  return dayAt(before) === day && dayAt(before - 1) < day ? before : after
}

/** The beginning of the day by the server's wall clock. */
export function dayStart(at: number, utcOffset: UtcOffset): number {
  return dayBegin(wallDay(at, utcOffset(at)), utcOffset)
}

/** The beginning of the day after one that begins so. A day has 23 to 25 hours, so half a day into the next one is in it. */
export function dayAfter(day: number, utcOffset: UtcOffset): number {
  return dayStart(day + 1.5 * DAY, utcOffset)
}

/** The day's beginning and those of the days after it, up to but not including `to`. */
export function daysBetween(from: number, to: number, utcOffset: UtcOffset): number[] {
  const days: number[] = []
  for (let day = dayStart(from, utcOffset); day < to; day = dayAfter(day, utcOffset)) days.push(day)
  return days
}
