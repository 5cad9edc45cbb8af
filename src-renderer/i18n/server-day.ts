const HALF_DAY = 43_200

/**
 * The date of a day of the server's wall clock: `2026-11-30`. The noon of a day has its date on the day of a clock change
 * too.
 * @param day the beginning of the day, Unix seconds
 * @param utcOffset minutes ahead of UTC
 */
export function serverDay(day: number, utcOffset: number): string {
  return new Date((day + HALF_DAY + utcOffset * 60) * 1000).toISOString().slice(0, 10)
}
