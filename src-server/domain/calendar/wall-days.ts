import { wallDay } from '../rules/quiet.ts'

const DAY = 86_400

/** @param at Unix seconds @returns minutes the server's wall clock is ahead of UTC */
export type UtcOffset = (at: number) => number

/** The beginning of the day by the server's wall clock. The offset at the beginning decides on a day with a clock change. */
export function dayStart(at: number, utcOffset: UtcOffset): number {
  const midnight = wallDay(at, utcOffset(at)) * DAY
  return midnight - utcOffset(midnight - utcOffset(at) * 60) * 60
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
