import type { BackupRecord } from '../../contract/records/backup.ts'
import { lastPlanned } from './planned-moment.ts'

/**
 * Whether the day's backup is due: the last one is older than the newest planned moment. A backup missed
 * while the server was off is made when it runs again.
 * @param time `hh:mm` on the server's clock
 * @param utcOffset minutes that clock is ahead of UTC
 * @param last when the last automatic backup was made, or the data itself when there is none, Unix seconds
 */
export function isBackupDue(time: string, utcOffset: number, now: number, last: number): boolean {
  const ahead = utcOffset * 60
  return last < lastPlanned(time, now + ahead) - ahead
}

/**
 * A moment further ahead than this comes from a wrong clock, seconds. A clock that was set back by hours only
 * had a wrong time zone.
 */
const SLACK = 86_400

/**
 * The newest of these moments that isn't in the future. A clock that was ahead for a while recorded the
 * others. Waiting for them would mean no backup until then. Unix seconds, 0 for none.
 */
export function newestPassed(moments: readonly number[], now: number): number {
  return Math.max(0, ...moments.filter((at) => at <= now + SLACK))
}

/**
 * The newest backup that passed its check. The server checks each copy before it becomes a backup. Only the
 * data that a restore replaced is kept unchecked, because it may be the damaged data.
 * @param backups newest first
 */
export function newestVerified(backups: readonly BackupRecord[]): BackupRecord | undefined {
  return backups.find(({ reason }) => reason !== 'before_restore')
}

/** `20261128T035624Z-manual`: sorts by time, and is a valid file name everywhere. */
export function backupNameOf(at: number, reason: string): string {
  return `${new Date(at * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z-${reason}`
}
