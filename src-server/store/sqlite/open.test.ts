import Database from 'better-sqlite3'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataFolderError } from '../data-folder-error.ts'
import { openDatabase, openReader } from './open.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-open-'))
  file = join(folder, 'data.db')
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

/** Creates a database of ours with enough rows for many pages. */
function makeDatabase(): void {
  const db = openDatabase(file)
  db.exec(`CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
    INSERT INTO rows SELECT i, hex(randomblob(50)) FROM n`)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

function overwrite(position: number, length: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(length, 0xa5), 0, length, position)
  closeSync(handle)
}

describe('openDatabase', () => {
  it('creates a file that it can open again, with the settings that durability needs', () => {
    makeDatabase()
    const db = openDatabase(file)
    const pragma = (name: string) => db.pragma(name, { simple: true })
    expect(db.prepare('SELECT count(*) FROM rows').pluck().get()).toBe(2000)
    expect(pragma('application_id')).toBe(0x504b4559)
    expect(pragma('journal_mode')).toBe('wal')
    expect(pragma('synchronous')).toBe(1)
    expect(pragma('foreign_keys')).toBe(1)
    expect(pragma('trusted_schema')).toBe(0)
    expect(pragma('cell_size_check')).toBe(1)
    db.close()
  })

  it.each<[string, () => void, RegExp]>([
    [
      'an empty file',
      () => {
        writeFileSync(file, '')
      },
      /it is empty/,
    ],
    [
      'a file that is no database',
      () => {
        writeFileSync(file, 'x'.repeat(8192))
      },
      /not a database/,
    ],
    [
      "another program's database",
      () => {
        const other = new Database(file)
        other.exec('CREATE TABLE theirs (id INTEGER)')
        other.close()
      },
      /not made by this program/,
    ],
    [
      'a damaged header',
      () => {
        makeDatabase()
        overwrite(0, 16)
      },
      /not a database/,
    ],
    [
      'a truncated file',
      () => {
        makeDatabase()
        truncateSync(file, 20 * 4096)
      },
      /can't be used/,
    ],
  ])('refuses %s, says what to do, and leaves the file unchanged', (_, make, why) => {
    make()
    const before = readFileSync(file)
    expect(() => openDatabase(file)).toThrow(DataFolderError)
    expect(() => openDatabase(file)).toThrow(why)
    expect(() => openDatabase(file)).toThrow(/backups folder/)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('opens a file with a damaged page, because the other pages can serve', () => {
    makeDatabase()
    overwrite(5 * 4096, 4096)
    const db = openDatabase(file)
    expect(() => db.prepare('SELECT * FROM rows').all()).toThrow(/malformed/)
    expect(db.prepare('SELECT id FROM rows ORDER BY id DESC LIMIT 1').pluck().get()).toBe(2000)
    db.close()
  })

  it('recommends a backup only for a damaged file', () => {
    mkdirSync(file)
    expect(() => openDatabase(file)).toThrow(DataFolderError)
    expect(() => openDatabase(file)).toThrow(/can't be opened.*data is as it was: mend the rights/)
  })
})

it('openReader reads committed data and writes nothing', () => {
  makeDatabase()
  const writer = openDatabase(file)
  const reader = openReader(file)
  const count = () => reader.prepare('SELECT count(*) FROM rows').pluck().get()
  writer.exec('BEGIN IMMEDIATE; DELETE FROM rows WHERE id = 1')
  expect(count()).toBe(2000)
  writer.exec('COMMIT')
  expect(count()).toBe(1999)
  expect(() => reader.exec('DELETE FROM rows')).toThrow(/readonly/)
  reader.close()
  writer.close()
})
