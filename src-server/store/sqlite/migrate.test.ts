import Database from 'better-sqlite3'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolderError } from '../data-folder-error.ts'
import { backUp } from './backup.ts'
import { pendingMigrations, runMigrations } from './migrate.ts'
import { parseMigration, readMigrations } from '../migrations.ts'
import { openDatabase } from './open.ts'

const NOW = 1_700_000_000
const FIRST = parseMigration(
  '0000_first',
  `CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT);
--> statement-breakpoint
CREATE TABLE children (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL REFERENCES parents(id) ON DELETE CASCADE);`,
)
const REBUILD = `CREATE TABLE new_parents (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
--> statement-breakpoint
INSERT INTO new_parents SELECT id, name FROM parents;
--> statement-breakpoint
DROP TABLE parents;
--> statement-breakpoint
ALTER TABLE new_parents RENAME TO parents;`

let folder: string
let db: Database.Database

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-migrate-'))
  db = openDatabase(join(folder, 'data.db'))
  runMigrations(db, [FIRST], NOW)
  db.exec(`INSERT INTO parents VALUES (1, 'a'), (2, 'b'); INSERT INTO children VALUES (1, 1), (2, 1), (3, 2)`)
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()

describe('runMigrations', () => {
  it('records the migrations in order, and the version of the data', () => {
    runMigrations(db, [parseMigration('0001_more', 'CREATE TABLE more (id INTEGER)')], NOW + 5)
    expect(db.prepare('SELECT tag, applied_at FROM migrations ORDER BY position').all()).toEqual([
      { tag: '0000_first', applied_at: NOW },
      { tag: '0001_more', applied_at: NOW + 5 },
    ])
    expect(db.pragma('user_version', { simple: true })).toBe(2)
  })

  it('a rebuilt table keeps its children, and foreign keys are on again afterwards', () => {
    runMigrations(db, [parseMigration('0001_rebuild', REBUILD)], NOW)
    expect([count('parents'), count('children')]).toEqual([2, 3])
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
    db.exec('DELETE FROM parents WHERE id = 1')
    expect(count('children')).toBe(1)
  })

  it.each([
    [
      'a statement that fails',
      `UPDATE parents SET name = 'x'; INSERT INTO nowhere VALUES (1)`,
      /no such table/,
    ],
    ['children left without parents', 'DELETE FROM parents WHERE id = 2', /without their parents|would lose/],
    ['rows that would be lost', 'DELETE FROM children WHERE id = 3', /children would lose 1 of 3 rows/],
  ])('rolls everything back after %s', (_, sql, why) => {
    const good = parseMigration('0001_good', 'ALTER TABLE parents ADD COLUMN note TEXT')
    const run = () => {
      runMigrations(db, [good, parseMigration('0002_bad', sql)], NOW)
    }
    expect(run).toThrow(DataFolderError)
    expect(run).toThrow(why)
    expect(db.prepare('SELECT * FROM parents').all()).toEqual([
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ])
    expect([count('children'), count('migrations')]).toEqual([3, 1])
    expect(db.pragma('user_version', { simple: true })).toBe(1)
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
    expect(db.inTransaction).toBe(false)
  })

  it('lets a table shrink only where the migration says so', () => {
    const said = parseMigration('0001_less', '-- shrinks: children\nDELETE FROM children WHERE id = 3')
    runMigrations(db, [said], NOW)
    expect(count('children')).toBe(2)
    const other = parseMigration('0002_less', '-- shrinks: children\nDELETE FROM parents WHERE id = 2')
    expect(() => {
      runMigrations(db, [other], NOW)
    }).toThrow(/parents would lose/)
  })

  it('asks for space when the disk is full, and rolls back', () => {
    // Limits the file to its present size: SQLite then reports the same error as for a full disk.
    db.pragma(`max_page_count = ${String(db.pragma('page_count', { simple: true }))}`)
    const large = parseMigration('0001_large', 'CREATE TABLE large AS SELECT randomblob(100000) AS bytes')
    const run = () => {
      runMigrations(db, [large], NOW)
    }
    expect(run).toThrow(DataFolderError)
    expect(run).toThrow(/data\.db is full.*free some space and start again/)
    expect([count('parents'), count('children'), count('migrations')]).toEqual([2, 3, 1])
  })

  it('does nothing without pending migrations', () => {
    const before = db.pragma('data_version', { simple: true })
    runMigrations(db, [], NOW)
    expect(db.pragma('data_version', { simple: true })).toBe(before)
  })
})

describe('pendingMigrations', () => {
  const second = parseMigration('0001_second', 'CREATE TABLE second (id INTEGER)')

  it("lists the migrations that haven't run yet", () => {
    expect(pendingMigrations(db, [FIRST, second])).toEqual([second])
    expect(pendingMigrations(db, [FIRST])).toEqual([])
  })

  it('refuses newer data, and names the version it knows', () => {
    runMigrations(db, [second], NOW)
    expect(() => pendingMigrations(db, [FIRST])).toThrow(DataFolderError)
    expect(() => pendingMigrations(db, [FIRST])).toThrow(/newer version.*0001_second/)
  })

  it.each([
    ['an edited file', parseMigration('0000_first', 'CREATE TABLE parents (id INTEGER)')],
    ['a renamed file', { ...FIRST, tag: '0000_other' }],
  ])('refuses %s', (_, shipped) => {
    expect(() => pendingMigrations(db, [shipped])).toThrow(/0000_first differs/)
  })
})

describe('parseMigration', () => {
  it('has the same hash with any line breaks, and another after an edit', () => {
    const unix = parseMigration('a', 'CREATE TABLE a (\n  id INTEGER\n);')
    expect(parseMigration('a', 'CREATE TABLE a (\r\n  id INTEGER\r\n);').hash).toBe(unix.hash)
    expect(parseMigration('a', 'CREATE TABLE a (\n  id TEXT\n);').hash).not.toBe(unix.hash)
  })

  it.each(['main', 'telemetry'])('every shipped migration of %s runs on a fresh file', (name) => {
    const shipped = readMigrations(join(import.meta.dirname, '../../../drizzle', name))
    expect(shipped.length).toBeGreaterThan(0)
    const fresh = openDatabase(join(folder, 'fresh.db'))
    runMigrations(fresh, shipped, NOW)
    expect(pendingMigrations(fresh, shipped)).toEqual([])
    expect(fresh.pragma('foreign_key_check')).toEqual([])
    fresh.close()
  })
})

describe('backUp', () => {
  it('copies the committed data, the log file included, under its own name', async () => {
    const copyPath = await backUp(db, 'pre-migrate-v1')
    expect(copyPath).toBe(join(folder, 'backups', 'data-pre-migrate-v1.db'))
    expect(readdirSync(join(folder, 'backups'))).toEqual(['data-pre-migrate-v1.db'])
    const copy = new Database(copyPath, { readonly: true })
    expect(copy.prepare('SELECT count(*) FROM children').pluck().get()).toBe(3)
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    copy.close()
  })

  it('refuses a copy of a foreign file', async () => {
    db.pragma('application_id = 1')
    await expect(backUp(db, 'x')).rejects.toThrow(/not whole/)
    expect(readdirSync(join(folder, 'backups'))).not.toContain('data-x.db')
  })
})
