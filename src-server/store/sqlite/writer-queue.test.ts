import type Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchFolder } from '../../../tests/support/storage-watch.ts'
import { StorageFailure } from '../../contract/storage-failure.ts'
import { openDatabase, openReader } from './open.ts'
import { WriterQueue } from './writer-queue.ts'

let folder: string
let db: Database.Database
let reader: Database.Database
let queue: WriterQueue

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-queue-'))
  db = openDatabase(join(folder, 'data.db'))
  db.exec(
    'CREATE TABLE rows (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES rows(id) DEFERRABLE INITIALLY DEFERRED)',
  )
  reader = openReader(db.name)
  db.pragma('busy_timeout = 0')
  queue = new WriterQueue(db, watchFolder(folder))
})
afterEach(async () => {
  await queue.close()
  reader.close()
  db.close()
  rmSync(folder, { recursive: true })
})

const insert = (id: number, parent: number | null = null) => {
  db.prepare('INSERT INTO rows VALUES (?, ?)').run(id, parent)
}
const committed = () => reader.prepare('SELECT id FROM rows ORDER BY id').pluck().all()

describe('WriterQueue', () => {
  it("resolves with the work's result, after the commit", async () => {
    const value = queue.add(true, async () => {
      insert(1)
      expect(committed()).toEqual([])
      return 'done'
    })
    expect(await value).toBe('done')
    expect(committed()).toEqual([1])
  })

  it('a failing unit harms no other unit and changes nothing', async () => {
    const results = await Promise.allSettled([
      queue.add(true, async () => {
        insert(1)
      }),
      queue.add(true, async () => {
        insert(2)
        throw new Error('no')
      }),
      queue.add(true, async () => {
        insert(1)
      }),
      queue.add(true, async () => {
        insert(3)
      }),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(committed()).toEqual([1, 3])
  })

  it('effects run after the commit in the order of commits, and never for a failed unit', async () => {
    const seen: string[] = []
    const unit = (name: string, id: number, fails = false) =>
      queue.add(false, async ({ effects }) => {
        insert(id)
        effects.push(() => seen.push(`${name}: ${committed().length}`))
        if (fails) throw new Error('no')
      })
    await Promise.allSettled([unit('a', 1), unit('b', 2, true), unit('c', 3)])
    // The failed unit rolls the common commit back, so the others are committed one by one.
    expect(seen).toEqual(['a: 1', 'c: 2'])
  })

  it('effects run before the caller learns that the unit is done', async () => {
    const seen: string[] = []
    const first = queue.add(false, async ({ effects }) => {
      effects.push(() => seen.push('effect'))
    })
    await first.then(() => seen.push('told'))
    expect(seen).toEqual(['effect', 'told'])
  })

  it('a failed commit fails each of its units, and the next one works', async () => {
    const effect = vi.fn()
    const results = await Promise.allSettled([
      queue.add(true, async ({ effects }) => {
        insert(1)
        effects.push(effect)
      }),
      // Found only at the commit, because the foreign key is deferred.
      queue.add(true, async () => {
        insert(2, 99)
      }),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(effect).not.toHaveBeenCalled()
    expect(committed()).toEqual([])
    await queue.add(true, async () => {
      insert(3)
    })
    expect(committed()).toEqual([3])
  })

  it('reports a full disk, does none of the work, and continues once there is space', async () => {
    const room = db.pragma('max_page_count', { simple: true })
    // Limits the file to its present size: SQLite then reports the same error as for a full disk.
    db.pragma(`max_page_count = ${String(db.pragma('page_count', { simple: true }))}`)
    const fill = async () => {
      db.exec('CREATE TABLE large AS SELECT randomblob(100000) AS bytes')
    }
    const results = await Promise.allSettled([queue.add(true, fill), queue.add(true, fill)])
    for (const result of results)
      expect(result).toMatchObject({ reason: new StorageFailure('full', undefined) })
    db.pragma(`max_page_count = ${String(room)}`)
    await queue.add(true, fill)
    expect(reader.prepare('SELECT length(bytes) FROM large').pluck().get()).toBe(100_000)
  })

  it('an effect that throws fails its own caller, not the queue', async () => {
    const results = await Promise.allSettled([
      queue.add(false, async ({ effects }) => {
        insert(1)
        effects.push(() => {
          throw new Error('listener')
        })
      }),
      queue.add(false, async () => {
        insert(2)
      }),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    await queue.add(false, async () => {
      insert(3)
    })
    expect(committed()).toEqual([1, 2, 3])
  })

  it('units that arrive together share a commit', async () => {
    const commits: number[] = []
    const exec = vi.spyOn(db, 'pragma')
    await Promise.all(
      Array.from({ length: 600 }, (_, i) =>
        queue.add(false, async ({ effects }) => {
          insert(i + 1)
          effects.push(() => commits.push(committed().length))
        }),
      ),
    )
    expect(new Set(commits)).toEqual(new Set([256, 512, 600]))
    exec.mockRestore()
  })

  describe('after a commit of three units', () => {
    const add = (id: number) =>
      queue.add(true, async () => {
        insert(id)
      })
    const turns = async () => {
      for (let at = 0; at < 5; at++) await turn()
    }
    beforeEach(async () => {
      // Time passes only by the test.
      vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
      await Promise.all([1, 2, 3].map(add))
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    it('three units are committed at once', async () => {
      await Promise.all([4, 5, 6].map(add))
      expect(committed()).toHaveLength(6)
    })

    it('two units wait for a third, and then no longer', async () => {
      const two = [4, 5].map(add)
      await turns()
      expect(committed()).toHaveLength(3)
      await Promise.all([...two, add(6)])
      // Two are enough after a commit of one.
      vi.advanceTimersByTime(2)
      await add(7)
      await Promise.all([8, 9].map(add))
      expect(committed()).toHaveLength(9)
    })

    it('one unit waits two milliseconds', async () => {
      const one = add(4)
      await turns()
      vi.advanceTimersByTime(1)
      await turns()
      expect(committed()).toHaveLength(3)
      vi.advanceTimersByTime(1)
      await one
      expect(committed()).toHaveLength(4)
    })
  })

  it('a unit added during a commit waits for the next one', async () => {
    let second: Promise<unknown> | undefined
    await queue.add(false, async () => {
      insert(1)
      second = queue.add(false, async () => committed())
    })
    expect(await second).toEqual([1])
  })

  it('idle waits for all units', async () => {
    for (let i = 1; i <= 300; i++)
      void queue.add(false, async () => {
        insert(i)
      })
    await queue.idle()
    expect(committed()).toHaveLength(300)
  })

  it('rolls a preview back, after the units that were queued before it', async () => {
    const all = () => db.prepare('SELECT id FROM rows ORDER BY id').pluck().all()
    const effect = vi.fn()
    const [, seen, after] = await Promise.all([
      queue.add(true, async () => {
        insert(1)
      }),
      queue.preview(async () => {
        insert(2)
        return all()
      }),
      queue.add(true, async ({ effects }) => {
        insert(3)
        effects.push(effect)
        return all()
      }),
    ])
    expect(seen).toContain(1)
    expect(seen).toContain(2)
    expect(after).not.toContain(2)
    expect(committed()).toEqual([1, 3])
    expect(effect).toHaveBeenCalledTimes(1)
  })

  it('a failing preview reports its error, leaves nothing, and harms no other', async () => {
    const failing = queue.preview(async () => {
      insert(1)
      throw new Error('no')
    })
    const [previewed, added] = await Promise.allSettled([
      failing,
      queue.add(true, async () => {
        insert(2)
      }),
    ])
    expect(previewed).toMatchObject({ status: 'rejected', reason: { message: 'no' } })
    expect(added.status).toBe('fulfilled')
    expect(committed()).toEqual([2])
  })
})
