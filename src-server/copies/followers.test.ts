import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { until } from '../../tests/support/until.ts'
import type { Store, Unit } from '../store/store.ts'
import { Followers } from './followers.ts'

/** Stored bans, read by `read` of a follower, and what the follower has in memory. */
function world() {
  const stored = new Set<number>()
  const memory = new Map<number, boolean>()
  const reads: (readonly number[])[] = []
  const failed = vi.fn()
  let opens = Promise.resolve()
  let isBroken = false
  let refused: number | undefined
  const store: Pick<Store, 'read'> = {
    read: async (work) => {
      const value = await work({} as Unit)
      await opens
      return value
    },
  }
  const followers = new Followers(store, failed)
  followers.add('ban', {
    read: async (_, ids) => {
      if (isBroken) throw new Error('no storage')
      reads.push(ids)
      return ids.filter((id) => stored.has(id)).map((id) => [id, true])
    },
    take: (id, isBanned) => {
      if (id === refused) throw new Error(`no place for ${id}`)
      memory.set(id, isBanned === true)
    },
  })
  return {
    ...{ stored, memory, reads, followers, failed },
    change: (...ids: number[]) => {
      void followers.followOthers(ids.map((key) => ({ kind: 'ban', key })))
    },
    own: (id: number) => followers.followOwn([{ kind: 'ban', key: id, written: undefined }]),
    /** Reads end when the function is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      opens = promise.then(() => undefined)
      return () => {
        resolve(undefined)
      }
    },
    breakStorage: (broken: boolean) => {
      isBroken = broken
    },
    /** Memory throws for this record. */
    refuse: (id: number) => {
      refused = id
    },
  }
}

it('reads the records that other copies changed, many in one query, and each once', async () => {
  const { stored, memory, reads, followers, change } = world()
  await followers.begin()
  const ids = Array.from({ length: 1200 }, (_, at) => at)
  for (const id of ids) stored.add(id)
  change(...ids, 3, 3)
  await until(() => memory.size === ids.length, 'all of them')
  expect(reads.map(({ length }) => length)).toEqual([500, 500, 200])
})

it('keeps the keys that come before everything is loaded, and reads them then', async () => {
  const { stored, memory, followers, change } = world()
  stored.add(7)
  change(7)
  await turn()
  expect(memory.size).toBe(0)
  await followers.begin()
  expect(memory.get(7)).toBe(true)
})

it('never takes the result of an earlier read after that of a later one', async () => {
  const { stored, memory, followers, change, own, hold } = world()
  await followers.begin()
  const release = hold()
  change(7)
  await turn()
  // The read under way has seen nothing yet.
  stored.add(7)
  const done = own(7)
  release()
  await done
  expect(memory.get(7)).toBe(true)
})

it('its own change is in memory when the promise resolves', async () => {
  const { stored, memory, own } = world()
  stored.add(7)
  await own(7)
  expect(memory.get(7)).toBe(true)
  stored.delete(7)
  await own(7)
  expect(memory.get(7)).toBe(false)
})

it('a record at hand is taken at once, without a read', () => {
  const { followers, reads } = world()
  const taken: unknown[] = []
  followers.add('command', {
    read: () => Promise.reject(new Error('not needed')),
    take: (key, command) => taken.push([key, command]),
  })
  expect(followers.followOwn([{ kind: 'command', key: 4, written: null }])).toBeUndefined()
  expect([taken, reads]).toEqual([[[4, undefined]], []])
})

it('reads again after a failure of the storage, and holds nobody up', async () => {
  const { stored, memory, followers, failed, own, breakStorage } = world()
  await followers.begin()
  breakStorage(true)
  stored.add(7)
  await own(7)
  expect(failed).toHaveBeenCalledOnce()
  breakStorage(false)
  await until(() => memory.get(7) === true, 'the second read')
  await followers.end()
})

/** A ban and a command, whose first read fails, on a store that reads once more after a lost connection. */
function twoKinds() {
  const memory = new Map<string, unknown>()
  const asked: string[] = []
  let fails = 0
  const store: Pick<Store, 'read'> = {
    read: async (work) => {
      try {
        return await work({} as Unit)
      } catch (error) {
        if (fails > 0) throw error
        return work({} as Unit)
      }
    },
  }
  const followers = new Followers(store, () => undefined)
  followers.add('ban', {
    read: (_, keys) => {
      asked.push(`bans ${keys.join()}`)
      return Promise.resolve(keys.map((key) => [key, true]))
    },
    take: (key, value) => memory.set(`ban ${key}`, value),
  })
  followers.add('command', {
    read: (_, keys) => {
      asked.push(`commands ${keys.join()}`)
      if (asked.filter((text) => text.startsWith('commands')).length <= Math.max(fails, 1))
        return Promise.reject(new Error('the connection is gone'))
      return Promise.resolve([])
    },
    take: (key, value) => memory.set(`command ${key}`, value),
  })
  return {
    ...{ memory, followers },
    failOften: (times: number) => {
      fails = times
    },
  }
}

const BOTH = [
  { kind: 'ban', key: 7 },
  { kind: 'command', key: 4 },
] as const

it('a store that reads once more within a read gets all keys again', async () => {
  const { memory, followers } = twoKinds()
  await followers.begin()
  await followers.followOthers(BOTH)
  expect([...memory]).toEqual([
    ['ban 7', true],
    ['command 4', undefined],
  ])
})

it('a commit while another kind is read waits for the next snapshot', async () => {
  const stored = new Set<number>()
  const memory = new Map<number, boolean>()
  const [begun, going] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  // All kinds of a read see the store as it was at its begin.
  const followers = new Followers({ read: (work) => work(new Set(stored) as unknown as Unit) }, vi.fn())
  followers.add('ban', {
    read: async () => {
      begun.resolve(undefined)
      await going.promise
      return []
    },
    take: () => undefined,
  })
  followers.add('calls', {
    read: (unit, ids) => {
      const seen = unit as unknown as ReadonlySet<number>
      return Promise.resolve(ids.filter((id) => seen.has(id)).map((id) => [id, 1] as const))
    },
    take: (id, total) => memory.set(id, total !== undefined),
  })
  await followers.begin()
  void followers.followOthers([{ kind: 'ban', key: 1 }])
  await begun.promise
  stored.add(7)
  const done = followers.followOthers([{ kind: 'calls', key: 7 }])
  going.resolve(undefined)
  await done
  expect(memory.get(7)).toBe(true)
})

it('keys of a kind that was read are read again when another kind failed behind it', async () => {
  const { memory, followers, failOften } = twoKinds()
  failOften(2)
  await followers.begin()
  await followers.followOthers(BOTH)
  expect(memory.size).toBe(0)
  await until(() => memory.size === 2, 'both records')
  expect(memory.get('ban 7')).toBe(true)
  await followers.end()
})

it('a read that began before a commit of this copy never takes its change back', async () => {
  const memory: unknown[] = []
  const stored = new Map([[7, 'account' as never]])
  const { promise, resolve } = Promise.withResolvers<undefined>()
  let reads = 0
  const followers = new Followers({ read: (work) => work({} as Unit) }, () => undefined)
  followers.add('device', {
    read: async () => {
      reads++
      const found = [...stored]
      await promise
      return found
    },
    take: (_, account) => memory.push(account),
  })
  await followers.begin()
  const read = followers.followOthers([{ kind: 'device', key: 7 }])
  await until(() => reads === 1, 'the read')
  stored.delete(7)
  const followed = followers.followOwn([{ kind: 'device', key: 7, written: null }])
  resolve(undefined)
  await read
  // Another copy may have written later: it is read again.
  await followed
  expect(reads).toBe(2)
  expect(memory).toEqual([undefined, undefined])
})

it('a record that memory refuses is reported, and costs no other one its change', async () => {
  const { stored, memory, followers, failed, change, refuse } = world()
  await followers.begin()
  for (const id of [1, 2, 3]) stored.add(id)
  refuse(2)
  change(1, 2, 3)
  await until(() => memory.has(3), 'the records around it')
  expect([...memory.keys()]).toEqual([1, 3])
  expect(failed).toHaveBeenCalledOnce()
  await until(() => !followers.isFailing, 'the next read')
})
