import { statSync } from 'node:fs'
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

/** Which copies are sealed. A finished copy never changes, so each is opened once, however often somebody asks. */
export class KnownCopies {
  readonly #sealed = new Map<string, boolean>()

  /** @returns true for a copy that can't be read or isn't there */
  isSealed(file: string): boolean {
    try {
      const key = `${statSync(file).mtimeMs} ${file}`
      const sealed = this.#sealed.get(key) ?? findDataKey(file) !== undefined
      this.#sealed.set(key, sealed)
      return sealed
    } catch {
      return true
    }
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
