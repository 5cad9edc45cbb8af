const DAY_MS = 86_400_000

/** How many midnights of the viewer's calendar lie between: 0 on the same day, however late. Unix seconds. */
export function calendarDays(from: number, to: number): number {
  const midnight = (at: number) => new Date(at * 1000).setHours(0, 0, 0, 0)
  // Days on which clocks change are an hour shorter or longer.
  return Math.round((midnight(to) - midnight(from)) / DAY_MS)
}
