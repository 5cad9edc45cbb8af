import type { BackupRecord } from '../contract/records/backup.ts'
import type { PlatformSettings } from '../contract/records/settings.ts'
import type { Session } from '../domain/access/operator.ts'
import type { AuditEntry } from '../domain/audit/entry.ts'

/** Told how many of BACKUP_STEPS or RESTORE_STEPS are done. */
export type Report = (done: number) => void

/** In the meta table of restored data: which backup it was and when, as JSON of `name` and `at`. */
export const RESTORED_KEY = 'restored_from'

/** Copy of the one, of the other, checked. */
export const BACKUP_STEPS = 3
/** Copied, checked, brought to this version, in place. */
export const RESTORE_STEPS = 4

export interface BackupOrder {
  readonly name: string
  readonly reason: BackupRecord['reason']
  /** Unix seconds. */
  readonly at: number
  /** Where it goes; empty is the data folder's own. */
  readonly folder: string
}

export interface RestoreOrder {
  readonly name: string
  readonly folder: string
  /** What the state that is left is kept as. */
  readonly keepAs: string
  readonly at: number
  /** What the restored audit log says of it. */
  readonly entry: AuditEntry
  /** Groups of the settings that stay as they are: the doors stand open, and backups lie where they lie. */
  readonly settings: Pick<PlatformSettings, 'listeners' | 'client_address' | 'backups'>
  /** The one session that goes on, where whoever it belongs to is in the backup as well. */
  readonly session: Session | undefined
}

/** Backups of the data folder, and the way back. All of its work is done beside the event loop. */
export interface Vault {
  /** Copies both databases while they are written, and believes the copy only when it was read and checked. */
  make(order: BackupOrder, report: Report): Promise<BackupRecord>
  /** The newest first, of the data folder's own place and of `folder`. */
  list(folder: string): Promise<BackupRecord[]>
  /** @returns false for one that isn't there */
  delete(folder: string, name: string): Promise<boolean>
  /**
   * Makes a copy of a backup ready beside the data: whole by its checksums and by SQLite's check, of this version's form,
   * its sessions and open links void. What is at work isn't touched.
   * @throws VaultError saying why it can't be
   */
  stage(order: RestoreOrder, report: Report): Promise<void>
  /** From here on the staged data is what the next opening of the folder finds, whatever happens between. */
  commit(order: RestoreOrder): Promise<void>
  /** What SQLite says of each database. */
  check(): Promise<{ readonly name: string; readonly verdict: string }[]>
  space(): Promise<{ readonly folder: string; readonly free: number; readonly total: number }>
  /** Where backups of that setting go, absolute. */
  pathOf(folder: string): string
  /** Makes the folder backups go to. @throws VaultError for one that can't be written */
  requireFolder(folder: string): Promise<void>
}

/** A backup can't be made or used; the message says why, for whoever asked. */
export class VaultError extends Error {
  override readonly name = 'VaultError'
}
