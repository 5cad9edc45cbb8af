import type Database from 'better-sqlite3'
import { DataFolderError } from '../data-folder-error.ts'
import { pendingOf, type Applied, type Migration } from '../migrations.ts'
import { quickCheck } from './open.ts'
import { diskFull, isDiskFull } from './refusal.ts'

const LEDGER = `CREATE TABLE IF NOT EXISTS migrations (
  position INTEGER PRIMARY KEY, tag TEXT NOT NULL, hash TEXT NOT NULL, applied_at INTEGER NOT NULL)`

/**
 * The shipped migrations that haven't run yet.
 * @throws DataFolderError for newer data or an edited migration
 */
export function pendingMigrations(db: Database.Database, shipped: readonly Migration[]): Migration[] {
  return pendingOf(readApplied(db), shipped, db.name)
}

/**
 * Runs the pending migrations in one transaction, which is checked before the commit.
 *
 * Foreign keys are switched off before the transaction, because the switch has no effect inside. With foreign
 * keys on, rebuilding a table would silently delete its children by cascade.
 * @throws DataFolderError; the data is unchanged then
 */
export function runMigrations(db: Database.Database, pending: readonly Migration[], now: number): void {
  if (pending.length === 0) return
  db.pragma('foreign_keys = OFF')
  try {
    db.exec('BEGIN IMMEDIATE')
    db.exec(LEDGER)
    const before = countRows(db)
    for (const migration of pending) applyMigration(db, migration, now)
    checkResult(db, before, pending)
    const { total } = db.prepare<[], { total: number }>('SELECT count(*) AS total FROM migrations').get() ?? {
      total: 0,
    }
    db.pragma(`user_version = ${total}`)
    db.exec('COMMIT')
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    if (isDiskFull(error)) throw diskFull(db.name)
    throw new DataFolderError(
      `Updating the data in ${db.name} failed and was undone: ${error instanceof Error ? error.message : String(error)}. The data is as it was; start the earlier version, and report this.`,
      `更新 ${db.name} 中的数据失败，已撤销：${error instanceof Error ? error.message : String(error)}。数据保持原样；请启动之前的版本并报告此问题。`,
    )
  } finally {
    db.pragma('foreign_keys = ON')
  }
  quickCheck(db, db.name)
}

function applyMigration(db: Database.Database, migration: Migration, now: number): void {
  for (const statement of migration.statements) db.exec(statement)
  db.prepare('INSERT INTO migrations (tag, hash, applied_at) VALUES (?, ?, ?)').run(
    migration.tag,
    migration.hash,
    now,
  )
}

function readApplied(db: Database.Database): Applied[] {
  const exists = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'").get()
  if (exists === undefined) return []
  return db.prepare<[], Applied>('SELECT tag, hash FROM migrations ORDER BY position').all()
}

function checkResult(
  db: Database.Database,
  before: Map<string, number>,
  pending: readonly Migration[],
): void {
  const orphans: unknown = db.pragma('foreign_key_check')
  if (Array.isArray(orphans) && orphans.length > 0) throw new Error('rows without their parents')
  const mayShrink = new Set(pending.flatMap((migration) => [...migration.shrinks]))
  for (const [table, rows] of countRows(db)) {
    const had = before.get(table) ?? 0
    if (rows < had && !mayShrink.has(table))
      throw new Error(`${table} would lose ${had - rows} of ${had} rows`)
  }
}

function countRows(db: Database.Database): Map<string, number> {
  const tables = db
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations'",
    )
    .all()
  return new Map(
    tables.map(({ name }) => {
      const row = db.prepare<[], { rows: number }>(`SELECT count(*) AS rows FROM "${name}"`).get()
      return [name, row?.rows ?? 0]
    }),
  )
}
