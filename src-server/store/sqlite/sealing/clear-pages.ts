import type Database from 'better-sqlite3'
import { isDiskFull } from '../refusal.ts'
import { readDataKey, writeDataKey } from './data-key.ts'

/**
 * Rebuilds the file once after its secrets were sealed. Free pages and the write-ahead log can hold the plain texts from
 * before. A disk without space for it leaves the work to the next start.
 */
export function clearPages(db: Database.Database, now: number): void {
  const key = readDataKey(db)
  if (key === undefined || key.clearedAt !== null) return
  try {
    if (hasPeople(db)) rebuild(db)
    writeDataKey(db, { ...key, clearedAt: now })
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

/** A new database has held no secrets. */
function hasPeople(db: Database.Database): boolean {
  return db.prepare('SELECT 1 FROM operators LIMIT 1').get() !== undefined
}

function rebuild(db: Database.Database): void {
  // The copy of a large database doesn't fit into memory.
  db.pragma('temp_store = FILE')
  try {
    db.exec('VACUUM')
    db.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.pragma('temp_store = MEMORY')
  }
}
