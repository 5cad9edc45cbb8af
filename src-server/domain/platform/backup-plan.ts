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

/** `20261128T035624Z-manual`: sorts by time, and says nothing that a file name can't hold. */
export function backupNameOf(at: number, reason: string): string {
  return `${new Date(at * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z-${reason}`
}
