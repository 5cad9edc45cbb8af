import { existsSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { createPrivateFile } from './private-files.ts'
import { damaged, refusalOf } from './refusal.ts'

/** `PKEY` in ASCII. A file with another application_id isn't ours. */
export const APPLICATION_ID = 0x504b4559

const PRAGMAS = [
  'journal_mode = WAL',
  'synchronous = NORMAL',
  // For the start and for threads. On the event loop the writer waits by a timer (writer-queue.ts).
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
 * Opens a database file of ours for writing, and creates it when missing. Doesn't look at every page, because
 * that takes as long as the file is large: a thread does so after the start.
 * @throws DamagedDatabaseError for an empty or foreign file and for a damaged header; DataFolderError for a
 * file that can't be opened
 */
export function openDatabase(file: string): Database.Database {
  const isNew = !existsSync(file)
  if (!isNew && statSync(file).size === 0) throw damaged(file, 'it is empty')
  const db = open(file, isNew)
  try {
    const applicationId = db.pragma('application_id', { simple: true })
    if (isNew) db.pragma(`application_id = ${APPLICATION_ID}`)
    else if (applicationId !== APPLICATION_ID) throw damaged(file, 'it was not made by this program')
    applyPragmas(db)
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
