import type { BackupRecord } from '../contract/records/backup.ts'
import type { PlatformSettings } from '../contract/records/settings.ts'
import type { Session } from '../domain/access/operator.ts'
import type { AuditEntry } from '../domain/audit/entry.ts'

/** Called with the number of completed steps, out of BACKUP_STEPS or RESTORE_STEPS. */
export type Report = (done: number) => void

/**
 * A key in the meta table of restored data: the backup and the time of the restore, as JSON of `name` and
 * `at`.
 */
export const RESTORED_KEY = 'restored_from'

/** Copy one database, copy the other, check both. */
export const BACKUP_STEPS = 3
/** Copy, check, migrate, put in place. */
export const RESTORE_STEPS = 4

export interface BackupOrder {
  readonly name: string
  readonly reason: BackupRecord['reason']
  /** Unix seconds. */
  readonly at: number
  /** The folder of the backup. Empty means the data folder's own. */
  readonly folder: string
}

export interface RestoreOrder {
  readonly name: string
  readonly folder: string
  /** The name of the backup of the replaced data. */
  readonly keepAs: string
  readonly at: number
  /** The audit log entry in the restored data. */
  readonly entry: AuditEntry
  /**
   * Groups of settings that keep their present values, because listeners and backup folders belong to the
   * machine. Undefined: those of the backup, because there are no present ones.
   */
  readonly settings: Pick<PlatformSettings, 'listeners' | 'client_address' | 'backups'> | undefined
  /** The one session that continues, if its operator is in the backup too. */
  readonly session: Session | undefined
  /** The recovery key of the backup, which a backup of another machine needs. */
  readonly recoveryKey: Uint8Array | undefined
}

/** The name of the database of licences, commands and settings. */
export const MAIN_DATABASE = 'pulsekey.db'

/** SQLite's verdict on a database: `ok`, or the damage. */
export interface Verdict {
  readonly name: string
  readonly verdict: string
  /** Whether it says something about the pages. A file that could not be opened may be whole. */
  readonly isConclusive: boolean
}

/** Backups of the data folder, and restoring them. All work runs in threads beside the event loop. */
export interface BackupStore {
  /** Backups are the work of another program: none is made or restored here. */
  readonly isElsewhere: boolean
  /**
   * Copies both databases while they are in use, and keeps the copies only after reading and checking them.
   */
  make(order: BackupOrder, report: Report): Promise<BackupRecord>
  /** The backups in the data folder's own place and in `folder`, newest first. */
  list(folder: string): Promise<BackupRecord[]>
  /** @returns false for an unknown backup */
  delete(folder: string, name: string): Promise<boolean>
  /**
   * Prepares a copy of a backup beside the data: verified by its checksums and by SQLite's check, migrated to
   * this version, with its sessions and open links removed. Doesn't touch the data in use.
   * @throws BackupError with the reason
   */
  stage(order: RestoreOrder, report: Report): Promise<void>
  /**
   * Checks whether this machine can open the secrets of a backup.
   * @throws RecoveryKeyNeeded, or BackupError for a recovery key that doesn't fit
   */
  requireOpens(folder: string, name: string, recoveryKey: Uint8Array | undefined): Promise<void>
  /** From now on the next opening of the folder uses the staged data, whatever happens in between. */
  commit(order: RestoreOrder): Promise<void>
  /** Reads every page of each database, in a thread. */
  check(): Promise<Verdict[]>
  space(): Promise<{ readonly folder: string; readonly free: number; readonly total: number }>
  /** What of the data other people could read: an open data folder, and copies from before the data was sealed. */
  exposure(): Promise<{ readonly open_folder: boolean; readonly plain_copies: string[] }>
  /** The absolute path of the folder for that setting. */
  pathOf(folder: string): string
  /** Creates the backup folder. @throws BackupError for a folder that isn't writable */
  requireFolder(folder: string): Promise<void>
}

/** A backup can't be made or used. The message gives the reason to the caller. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** The secrets of a backup are sealed by the key of another machine, and no recovery key was given. */
export class RecoveryKeyNeeded extends BackupError {
  constructor() {
    super('This data comes from another machine: enter its recovery key')
  }
}
