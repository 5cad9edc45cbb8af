const DAY_MS = 86_400_000

/** The number of midnights between two times in the viewer's calendar: 0 on the same day. Unix seconds. */
export function calendarDays(from: number, to: number): number {
  const midnight = (at: number) => new Date(at * 1000).setHours(0, 0, 0, 0)
  // Days of a clock change are an hour shorter or longer.
  return Math.round((midnight(to) - midnight(from)) / DAY_MS)
}
