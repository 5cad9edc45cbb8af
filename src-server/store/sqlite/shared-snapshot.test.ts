import type Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchFolder } from '../../../tests/support/storage-watch.ts'
import { openDatabase, openReader } from './open.ts'
import { SharedSnapshot } from './shared-snapshot.ts'
import { WriterQueue } from './writer-queue.ts'

let folder: string
let db: Database.Database
let reader: Database.Database
let snapshot: SharedSnapshot
let failures: unknown[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-snapshot-'))
  db = openDatabase(join(folder, 'data.db'))
  db.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY)')
  reader = openReader(db.name)
  failures = []
  snapshot = new SharedSnapshot(reader, (error) => failures.push(error))
})
afterEach(() => {
  snapshot.close()
  reader.close()
  db.close()
  rmSync(folder, { recursive: true })
})

const insert = (id: number) => db.prepare('INSERT INTO rows VALUES (?)').run(id)
const look = () => {
  snapshot.open()
  return reader.prepare('SELECT id FROM rows ORDER BY id').pluck().all()
}

it('gives all reads of a turn the same data, and the next turn the new data', async () => {
  expect(look()).toEqual([])
  insert(1)
  expect(look()).toEqual([])
  await turn()
  expect(reader.inTransaction).toBe(false)
  expect(look()).toEqual([1])
})

it('ends with a commit of the queue, so that the next read sees it', async () => {
  const queue = new WriterQueue(db, watchFolder(folder), snapshot)
  const seen: unknown[] = []
  await queue.add(true, async ({ effects }) => {
    insert(1)
    expect(look()).toEqual([])
    effects.push(() => seen.push(look()))
  })
  expect(seen).toEqual([[1]])
  expect(look()).toEqual([1])
})

it('holds up no checkpoint after the turn', async () => {
  insert(1)
  look()
  await turn()
  insert(2)
  expect(db.pragma('wal_checkpoint(TRUNCATE)')).toEqual([{ busy: 0, log: 0, checkpointed: 0 }])
})
