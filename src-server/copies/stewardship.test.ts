import { expect, it } from 'vitest'
import { QUIET_LOG } from '../../tests/support/storage-watch.ts'
import { until } from '../../tests/support/until.ts'
import type { Lease } from '../store/repositories/steward.ts'
import type { Store, Unit } from '../store/store.ts'
import { ALWAYS_CURRENT } from './copies.ts'
import { Stewardship } from './stewardship.ts'

/** A copy that takes the free lease, over a store that has nothing but the lease. */
function world() {
  let lease: Lease = { copy: 'other', epoch: 1, beats: 1 }
  let ms = 0
  let sleptMs = 0
  const standing = { ...ALWAYS_CURRENT }
  const unit = {
    steward: {
      find: () => Promise.resolve(lease),
      take: (copy: string) => Promise.resolve((lease = { ...lease, copy, epoch: lease.epoch + 1 })),
      renew: (epoch: number) => Promise.resolve(lease.epoch === epoch),
    },
  } as unknown as Unit
  const run = (work: (unit: Unit) => Promise<unknown>) => work(unit)
  const steward = new Stewardship({
    store: { read: run, write: run } as unknown as Store,
    copy: { isShared: true, name: 'own', standing },
    random: { bytes: (count) => new Uint8Array(count), below: () => 0 },
    steadyMs: () => ms,
    clock: { nowMs: () => ms + sleptMs },
    log: QUIET_LOG,
  })
  return {
    steward,
    standing,
    /** The machine sleeps, and its steady clock stands still. */
    sleep: (forMs: number) => {
      sleptMs += forMs
    },
    /** Looks at a lease that nobody renews until it is over. */
    take: async () => {
      await steward.beat()
      ms += 10_000
      await steward.beat()
    },
    lose: async () => {
      lease = { ...lease, copy: 'other', epoch: lease.epoch + 1 }
      await steward.beat()
    },
  }
}

it('work that begins while the lease is lost ends, and no more begins', async () => {
  const { steward, take, lose } = world()
  const said: string[] = []
  const { promise, resolve } = Promise.withResolvers<undefined>()
  steward.add({
    resume: async () => {
      await promise
      said.push('first begins')
    },
    stop: () => said.push('first stops'),
  })
  steward.add({
    resume: () => {
      said.push('second begins')
      return Promise.resolve()
    },
    stop: () => said.push('second stops'),
  })
  await steward.begin()
  await take()
  await lose()
  said.length = 0
  resolve(undefined)
  await until(() => said.includes('first stops'), 'the end of the first work')
  expect(said).toEqual(['first begins', 'first stops'])
  expect([steward.isMine, steward.holds()]).toEqual([false, false])
})

it('work that began stops when other work could not begin', async () => {
  const { steward, take } = world()
  const said: string[] = []
  steward.add({
    resume: () => {
      said.push('begins')
      return Promise.resolve()
    },
    stop: () => said.push('stops'),
  })
  steward.add({ resume: () => Promise.reject(new Error('no storage')), stop: () => undefined })
  await steward.begin()
  await take()
  await until(() => said.length === 2, 'the end of the first work')
  expect(said).toEqual(['begins', 'stops'])
  expect(steward.isMine).toBe(false)
})

it('work looks back when all work has resumed, and a failure there gives the lease up', async () => {
  const { steward, take } = world()
  const said: unknown[] = []
  steward.add({
    resume: () => Promise.resolve(),
    lookBack: () => {
      said.push(steward.isMine)
      return Promise.reject(new Error('no storage'))
    },
    stop: () => said.push('stops'),
  })
  await steward.begin()
  await take()
  await until(() => said.includes('stops'), 'the end of the work')
  expect(said).toEqual([true, 'stops'])
  expect([steward.isMine, steward.holds()]).toEqual([false, false])
})

it('a steward that slept does nothing until its memory is right', async () => {
  const { steward, standing, take } = world()
  await steward.begin()
  await take()
  await until(() => steward.holds(), 'the stewardship')
  standing.isCurrent = false
  expect([steward.isMine, steward.holds()]).toEqual([true, false])
  standing.isCurrent = true
  expect(steward.holds()).toBe(true)
})

it('a steward that slept for longer than its lease does nothing until it has renewed it', async () => {
  const { steward, sleep, take } = world()
  await steward.begin()
  await take()
  await until(() => steward.holds(), 'the stewardship')
  sleep(9000)
  expect(steward.holds()).toBe(true)
  sleep(1000)
  expect([steward.isMine, steward.holds()]).toEqual([true, false])
  await steward.beat()
  expect(steward.holds()).toBe(true)
})

it('a copy that slept leaves the steward the whole time of its lease', async () => {
  const { steward, sleep } = world()
  await steward.begin()
  await steward.beat()
  sleep(3_600_000)
  await steward.beat()
  expect(steward.isMine).toBe(false)
})
