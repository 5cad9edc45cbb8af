import { lastPlanned } from '../platform/planned-moment.ts'

/**
 * The day whose mails are to be written now: from the planned moment on, for some time.
 *
 * @param time `hh:mm` on the server's clock
 * @param utcOffset minutes that clock is ahead of UTC
 * @param within seconds; what a server that was off missed by more isn't written any more
 * @returns `2026-11-28`, the planned moment's day on the server's clock; undefined where none is due
 */
export function dayDue(time: string, utcOffset: number, now: number, within: number): string | undefined {
  const local = now + utcOffset * 60
  const planned = lastPlanned(time, local)
  return local - planned < within ? new Date(planned * 1000).toISOString().slice(0, 10) : undefined
}
