const DAY = 86_400

/**
 * The newest planned moment, in seconds on the server's clock.
 * @param time `hh:mm` on that clock
 * @param local now, in seconds on that clock
 */
export function lastPlanned(time: string, local: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const today = local - (local % DAY) + hours * 3600 + minutes * 60
  return today <= local ? today : today - DAY
}

/**
 * The day whose mails are due: from the planned moment on, for `within` seconds.
 * @param time `hh:mm` on the server's clock
 * @param utcOffset minutes that clock is ahead of UTC
 * @param within seconds; a server that was off for longer after the planned moment skips that day
 * @returns `2026-11-28`, the planned moment's day on the server's clock, or undefined when none is due
 */
export function dayDue(time: string, utcOffset: number, now: number, within: number): string | undefined {
  const local = now + utcOffset * 60
  const planned = lastPlanned(time, local)
  return local - planned < within ? new Date(planned * 1000).toISOString().slice(0, 10) : undefined
}
