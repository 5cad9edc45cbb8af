import type Database from 'better-sqlite3'
import { backUp } from './backup.ts'
import { pendingMigrations, runMigrations } from './migrate.ts'
import { readMigrations } from '../migrations.ts'
import { openDatabase } from './open.ts'
import { refusalOf } from './refusal.ts'

/**
 * Opens a database file and brings it to this version's schema: backs it up when it holds data and needs
 * a migration, and migrates it.
 * @throws DataFolderError; the file is unchanged then
 */
export async function prepareDatabase(
  file: string,
  migrationsFolder: string,
  now: number,
): Promise<Database.Database> {
  const db = openDatabase(file)
  try {
    const shipped = readMigrations(migrationsFolder)
    const pending = pendingMigrations(db, shipped)
    const done = shipped.length - pending.length
    if (done > 0 && pending.length > 0) await backUp(db, `pre-migrate-v${done}-${now}`)
    runMigrations(db, pending, now)
    return db
  } catch (error) {
    db.close()
    throw refusalOf(file, error)
  }
}
