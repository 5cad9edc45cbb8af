import { momentOf, wallTime } from './zone.ts'

const DAY = 86_400

/** The number of midnights between two times in the viewer's calendar: 0 on the same day. Unix seconds. */
export function calendarDays(from: number, to: number): number {
  const midnight = (at: number) => {
    const { year, month, day } = wallTime(at)
    return momentOf(year, month, day)
  }
  // Days of a clock change are an hour shorter or longer.
  return Math.round((midnight(to) - midnight(from)) / DAY)
}
