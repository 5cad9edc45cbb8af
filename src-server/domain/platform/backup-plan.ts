import { lastPlanned } from './planned-moment.ts'

/**
 * Whether the day's backup is due: the last one was made before the newest planned moment. One that was missed while the
 * server was off is made when it is on again.
 *
 * @param time `hh:mm` on the server's clock
 * @param utcOffset minutes that clock is ahead of UTC
 * @param last when the last automatic one was made, or where there is none the data itself, Unix seconds
 */
export function isBackupDue(time: string, utcOffset: number, now: number, last: number): boolean {
  const ahead = utcOffset * 60
  return last < lastPlanned(time, now + ahead) - ahead
}

/** Beyond this a moment that is still to come is a wrong clock's, seconds: one set back by hours only was wrong about its zone. */
const SLACK = 86_400

/**
 * The newest of these moments that the clock has come past. Others were noted by a clock that was ahead for a while: waiting for
 * them there would be no backup until then. Unix seconds; 0 where there is none.
 */
export function newestPassed(moments: readonly number[], now: number): number {
  return Math.max(0, ...moments.filter((at) => at <= now + SLACK))
}

/** `20261128T035624Z-manual`: sorts by time, and says nothing that a file name can't hold. */
export function backupNameOf(at: number, reason: string): string {
  return `${new Date(at * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z-${reason}`
}
