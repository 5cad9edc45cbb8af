import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { DataFolderError } from '../data-folder-error.ts'

/** A handle held only by a local variable is closed by the garbage collector, and the lock with it: so it is held here. */
const held = new Map<string, Database.Database>()

/**
 * Makes this process the only one on the data folder, until release() or the end of the process, however it ends:
 * the lock is an exclusive transaction of SQLite on a file of its own.
 * @throws DataFolderError when another process holds it.
 */
export function lockDataFolder(folder: string, holder: { pid: number; since: number }): () => void {
  const file = join(folder, 'server.lock.db')
  const note = join(folder, 'server.lock.json')
  const db = new Database(file, { timeout: 0 })
  try {
    db.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) {
      const why = error instanceof Error ? error.message : String(error)
      throw new DataFolderError(
        `The data folder ${folder} can't be written: ${why}. Name another one, or mend its rights.`,
      )
    }
    throw new DataFolderError(
      `The data folder ${folder} is in use by another server${describeHolder(note)}. Stop that one first, or name another folder.`,
    )
  }
  held.set(folder, db)
  writeFileSync(note, JSON.stringify(holder), { mode: 0o600 })
  return () => {
    held.delete(folder)
    db.close()
  }
}

function describeHolder(note: string): string {
  try {
    const holder: unknown = JSON.parse(readFileSync(note, 'utf8'))
    const pid = typeof holder === 'object' && holder !== null && 'pid' in holder ? holder.pid : undefined
    return typeof pid === 'number' ? ` (process ${pid})` : ''
  } catch {
    return ''
  }
}
