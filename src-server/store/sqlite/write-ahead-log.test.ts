import type Database from 'better-sqlite3'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest'
import { watchFolder } from '../../../tests/support/storage-watch.ts'
import { openDatabase, openReader } from './open.ts'
import { SharedSnapshot } from './shared-snapshot.ts'
import { WriteAheadLog } from './write-ahead-log.ts'
import { WriterQueue } from './writer-queue.ts'

let folder: string
let db: Database.Database
let reader: Database.Database
let view: SharedSnapshot
let queue: WriterQueue
let flush: MockInstance<WriteAheadLog['flush']>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-log-'))
  db = openDatabase(join(folder, 'data.db'))
  db.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY)')
  db.pragma('busy_timeout = 0')
  reader = openReader(db.name)
  view = new SharedSnapshot(reader, (error) => {
    throw error
  })
  flush = vi.spyOn(WriteAheadLog.prototype, 'flush')
  queue = new WriterQueue(db, watchFolder(folder), view)
})
afterEach(async () => {
  flush.mockRestore()
  await queue.close()
  view.close()
  reader.close()
  db.close()
  rmSync(folder, { recursive: true })
})

const insert = (id: number) => {
  db.prepare('INSERT INTO rows VALUES (?)').run(id)
}
const seen = () => {
  view.open()
  return reader.prepare('SELECT id FROM rows ORDER BY id').pluck().all()
}
const add = (id: number, effect: () => void = () => undefined) =>
  queue.add(true, async ({ effects }) => {
    insert(id)
    effects.push(effect)
  })

describe('a durable commit', () => {
  it('is flushed once for all its units, and other commits are not', async () => {
    await queue.add(false, async () => {
      insert(1)
    })
    expect(flush).not.toHaveBeenCalled()
    await Promise.all([queue.add(false, async () => 1), add(2), add(3)])
    expect(flush).toHaveBeenCalledTimes(1)
  })

  it('is seen by nobody until it is flushed', async () => {
    let flushed = (): void => undefined
    flush.mockReturnValueOnce(new Promise((resolve) => (flushed = resolve)))
    const effects: unknown[] = []
    const unit = add(1, () => effects.push(seen()))
    const preview = queue.preview(async () => db.prepare('SELECT id FROM rows').pluck().all())
    const previewed = vi.fn()
    void preview.then(previewed)
    await vi.waitUntil(() => flush.mock.calls.length > 0)
    for (let at = 0; at < 5; at++) {
      await turn()
      expect([seen(), effects, previewed.mock.calls]).toEqual([[], [], []])
    }
    flushed()
    await unit
    expect([seen(), effects, await preview]).toEqual([[1], [[1]], [1]])
  })

  it('is written into the database when the log can not be flushed', async () => {
    flush.mockRejectedValueOnce(new Error('EIO'))
    await add(1)
    const [{ log, checkpointed }] = db.pragma('wal_checkpoint(NOOP)') as [Record<string, number>]
    expect(checkpointed).toBe(log)
    expect(seen()).toEqual([1])
  })

  it('fails its units when the database can not take it either, and memory follows the data', async () => {
    flush.mockRejectedValueOnce(new Error('EIO'))
    const other = openReader(db.name)
    other.exec('BEGIN')
    other.prepare('SELECT id FROM rows').all()
    const effects: unknown[] = []
    await expect(add(1, () => effects.push(seen()))).rejects.toThrow('could not be emptied')
    expect(effects).toEqual([[1]])
    other.close()
    await add(2)
    expect(seen()).toEqual([1, 2])
  })

  it('a long log is emptied, so that its file stays small', async () => {
    const add16MB = async () => {
      db.exec('CREATE TABLE IF NOT EXISTS large (bytes)')
      db.prepare('INSERT INTO large VALUES (randomblob(16400000))').run()
    }
    for (let at = 0; at < 3; at++) await queue.add(false, add16MB)
    await queue.idle()
    expect(statSync(`${db.name}-wal`).size).toBeLessThan(20_000_000)
    expect(db.pragma('wal_checkpoint(NOOP)')).toMatchObject([{ busy: 0 }])
  })
})
