import { existsSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { createPrivateFile } from './private-files.ts'
import { damaged, refusalOf } from './refusal.ts'

/** `PKEY` in ASCII. A file with another application_id isn't ours. */
export const APPLICATION_ID = 0x504b4559

/** Above this size, a start doesn't wait for the check of every page, bytes. */
const QUICK_CHECK_LIMIT = 300 * 1024 * 1024

const PRAGMAS = [
  'journal_mode = WAL',
  'synchronous = NORMAL',
  // A wait for another process's lock would block the event loop. Only this process writes, so it hardly ever
  // waits.
  'busy_timeout = 2000',
  'foreign_keys = ON',
  // Without it, REPLACE would delete rows without firing the triggers that forbid deletion.
  'recursive_triggers = ON',
  'trusted_schema = OFF',
  'cell_size_check = ON',
  'temp_store = MEMORY',
  'journal_size_limit = 67108864',
  'fullfsync = 1',
  'checkpoint_fullfsync = 1',
  'cache_size = -65536',
]

export function applyPragmas(db: Database.Database): void {
  for (const pragma of PRAGMAS) db.pragma(pragma)
}

/**
 * Opens a database file of ours for writing, and creates it when missing.
 * @throws DataFolderError for an empty, foreign or damaged file, and for one that can't be opened
 */
export function openDatabase(file: string): Database.Database {
  const isNew = !existsSync(file)
  const size = isNew ? 0 : statSync(file).size
  if (!isNew && size === 0) throw damaged(file, 'it is empty')
  const db = open(file, isNew)
  try {
    const applicationId = db.pragma('application_id', { simple: true })
    if (isNew) db.pragma(`application_id = ${APPLICATION_ID}`)
    else if (applicationId !== APPLICATION_ID) throw damaged(file, 'it was not made by this program')
    applyPragmas(db)
    if (!isNew && size <= QUICK_CHECK_LIMIT) quickCheck(db, file)
    return db
  } catch (error) {
    db.close()
    throw refusalOf(file, error)
  }
}

function open(file: string, isNew: boolean): Database.Database {
  try {
    if (isNew) createPrivateFile(file)
    return new Database(file)
  } catch (error) {
    throw refusalOf(file, error)
  }
}

/** Opens a second, read-only connection on the same file. It sees committed data. */
export function openReader(file: string): Database.Database {
  const db = new Database(file, { readonly: true })
  for (const pragma of ['busy_timeout = 2000', 'trusted_schema = OFF', 'cache_size = -65536'])
    db.pragma(pragma)
  return db
}

/** @throws DataFolderError that names the damage */
export function quickCheck(db: Database.Database, file: string): void {
  const verdict: unknown = db.pragma('quick_check(1)', { simple: true })
  if (verdict !== 'ok') throw damaged(file, String(verdict))
}
