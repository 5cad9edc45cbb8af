import { join } from 'node:path'
import type { DataKey } from '../../sealing.ts'
import { openReader } from '../open.ts'
import { readDataKey } from '../sealing/data-key.ts'
import { removeSides } from './make-backup.ts'
import { MAIN_DATABASE } from '../../backup-store.ts'

/**
 * The data key of a backup. Undefined for one of an earlier version, whose secrets are plain texts, and for a damaged
 * one, which can't be staged.
 * @param backup its folder
 */
export function readDataKeyOf(backup: string): DataKey | undefined {
  try {
    return findDataKey(join(backup, MAIN_DATABASE))
  } catch {
    return undefined
  }
}

/** Whether a copy of the main database has a data key. A copy that can't be read counts as sealed. */
export function isSealed(file: string): boolean {
  try {
    return findDataKey(file) !== undefined
  } catch {
    return true
  }
}

function findDataKey(file: string): DataKey | undefined {
  const db = openReader(file)
  try {
    const table = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'data_keys'").get()
    return table === undefined ? undefined : readDataKey(db)
  } finally {
    db.close()
    removeSides(file)
  }
}
