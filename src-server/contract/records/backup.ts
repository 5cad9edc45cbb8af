import { z } from 'zod'

/** `before_restore`: the state a restore replaced; `before_update`: what the desktop had made before it installed a version. */
export const BACKUP_REASONS = ['manual', 'automatic', 'before_restore', 'before_update'] as const

/** A copy of both databases, whole and checked when it was made. */
export const backupRecord = z.object({
  /** Its folder's name, with the time. */
  name: z.string(),
  reason: z.enum(BACKUP_REASONS),
  made_at: z.int(),
  /** The program that made it. */
  version: z.string(),
  size: z.int(),
  /** Of the main database, hex. */
  sha256: z.string(),
})
export type BackupRecord = z.output<typeof backupRecord>

/** The name of a backup: nothing that leads out of its folder. */
export const backupName = z
  .string()
  .regex(/^[0-9]{8}T[0-9]{6}Z-[a-z_]{4,20}(?:-[0-9]{1,4})?$/, 'the name of a backup')

/** Why the last one asked for, or the day's own, could not be made or restored. */
export const backupFailure = z.object({ reason: z.string(), at: z.int() })
export type BackupFailure = z.output<typeof backupFailure>
