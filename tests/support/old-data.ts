import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { readMigrations } from '../../src-server/store/migrations.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const DATA = join(ROOT, 'tests/integration/fixtures/data-0.1.0')
/** The name of a migration that 0.1.0 applied, in its row of the table of migrations. */
const APPLIED = /^INSERT INTO "migrations" VALUES \(\d+, '([^']+)'/gm

/**
 * Puts the data folder of 0.1.0 into a folder: its schema from the migrations that it applied, and all its
 * rows.
 */
export function layOldData(folder: string): void {
  layDatabase(join(folder, 'pulsekey.db'), 'pulsekey.sql', 'main')
  layDatabase(join(folder, 'telemetry.db'), 'telemetry.sql', 'telemetry')
}

function layDatabase(file: string, dump: string, migrations: string): void {
  const rows = readFileSync(join(DATA, dump), 'utf8')
  const applied = new Set(Array.from(rows.matchAll(APPLIED), ([, tag]) => tag))
  const db = new Database(file)
  try {
    for (const { tag, statements } of readMigrations(join(ROOT, 'drizzle', migrations)))
      if (applied.has(tag)) for (const statement of statements) db.exec(statement)
    // The dump lists tables by name: a row may come before its parent.
    db.pragma('foreign_keys = OFF')
    db.exec(`BEGIN;\n${rows}COMMIT;`)
  } finally {
    db.close()
  }
}
