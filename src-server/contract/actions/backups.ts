import { z } from 'zod'
import { defineAction } from '../action.ts'
import { backupFailure, backupName, backupRecord } from '../records/backup.ts'

const owner = ['owner'] as const
const permission = 'backups'

/** Copies both databases, checked, while calls go on. Progress and end are `job` events; `total` counts steps. */
export const backupNow = defineAction({
  name: 'backup_now',
  roles: owner,
  permission,
  input: z.strictObject({}),
  output: z.object({ job: z.string() }),
})

/** The newest first; `folder` is where new ones go. */
export const backupList = defineAction({
  name: 'backup_list',
  roles: owner,
  permission,
  reads: true,
  input: z.strictObject({}),
  output: z.object({ rows: z.array(backupRecord), folder: z.string(), failure: backupFailure.nullable() }),
})

export const backupDelete = defineAction({
  name: 'backup_delete',
  roles: owner,
  permission,
  stepUp: true,
  input: z.strictObject({ name: backupName }),
  output: z.object({}),
})

/**
 * Puts a backup in the place of the data. The job checks a copy of it first; then the server changes over while calls
 * wait, keeps the state it leaves as a backup, and `health` says what was restored. Everybody else is signed out, and
 * orders to close that still waited in the backup are withdrawn: they may have been carried out since.
 */
export const backupRestore = defineAction({
  name: 'backup_restore',
  roles: owner,
  permission,
  stepUp: true,
  input: z.strictObject({ name: backupName }),
  output: z.object({ job: z.string() }),
})
