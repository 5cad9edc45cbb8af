import { z } from 'zod'

/**
 * `before_restore`: the state that a restore replaced. `before_update`: made by the desktop before it
 * installed a version.
 */
export const BACKUP_REASONS = ['manual', 'automatic', 'before_restore', 'before_update'] as const

/** A copy of both databases, complete and checked when it was made. */
export const backupRecord = z.object({
  /** The name of its folder, which holds the time. */
  name: z.string(),
  reason: z.enum(BACKUP_REASONS),
  made_at: z.int(),
  /** The version of the program that made it. */
  version: z.string(),
  size: z.int(),
  /** Of the main database, hex. */
  sha256: z.string(),
})
export type BackupRecord = z.output<typeof backupRecord>

/** The name of a backup, which can't lead out of its folder. */
export const backupName = z
  .string()
  .regex(/^[0-9]{8}T[0-9]{6}Z-[a-z_]{4,20}(?:-[0-9]{1,4})?$/, 'the name of a backup')

/** Why the last requested or automatic backup couldn't be made or restored. */
export const backupFailure = z.object({ reason: z.string(), at: z.int() })
export type BackupFailure = z.output<typeof backupFailure>
