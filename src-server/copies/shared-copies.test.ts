import { afterEach, expect, it } from 'vitest'
import { QUIET_LOG } from '../../tests/support/storage-watch.ts'
import type { Change } from '../store/changes.ts'
import { ChangesForgotten } from '../store/copy-link.ts'
import type { Copy } from './copies.ts'
import { createSharedCopies } from './shared-copies.ts'

let joined: Copy | undefined
afterEach(() => joined?.leave())

/** A copy whose database answers each look as the test says. */
function join(look: () => Promise<readonly Change[]>) {
  const lost: Error[] = []
  let ms = 0
  const copies = createSharedCopies({
    link: {
      self: { name: 'aa', host: 'h', process: 1, version: '1', contracts: 0 },
      open: () => undefined,
      hint: () => Promise.resolve(),
      send: () => Promise.resolve(),
      look: async () => ({ changes: await look(), isLast: true }),
      beat: () => Promise.resolve({ copies: [], at: 0 }),
      count: () => Promise.resolve([]),
      counts: () => Promise.resolve([]),
      tidy: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
    now: () => 0,
    steadyMs: () => ms,
    lost: (why) => lost.push(why),
  })
  const copy = copies.join(QUIET_LOG)
  joined = copy
  return {
    standing: copy.standing,
    feed: copy.feed,
    lost,
    pass: (by: number) => {
      ms += by
    },
  }
}

it('is current for two seconds after a look, and again after the next one', async () => {
  const { standing, pass } = join(() => Promise.resolve([]))
  pass(1999)
  expect([standing.isCurrent, standing.lagMs]).toEqual([true, 1999])
  pass(1)
  expect(standing.isCurrent).toBe(false)
  expect(await standing.catchUp()).toBe(true)
  expect([standing.isCurrent, standing.lagMs]).toEqual([true, 0])
})

it('is away after a look that failed, and ends when it can follow no more', async () => {
  const { standing, lost } = join(() => Promise.reject(new ChangesForgotten('too late')))
  expect(await standing.catchUp()).toBe(false)
  expect(standing.isAway).toBe(true)
  expect(lost).toMatchObject([{ message: 'too late' }])
})

it('is current only when memory has what the look found', async () => {
  const { standing, feed, pass } = join(() => Promise.resolve([{ kind: 'device', key: 1 }]))
  const read = Promise.withResolvers<undefined>()
  feed.subscribe(() => read.promise)
  pass(5000)
  const caught = standing.catchUp()
  await Promise.resolve()
  expect(standing.isCurrent).toBe(false)
  read.resolve(undefined)
  expect(await caught).toBe(true)
  expect(standing.isCurrent).toBe(true)
})

it('stays current on a slow machine, where each look takes 900 ms and the next one begins at its end', async () => {
  let answer = (): void => undefined
  const { standing, pass } = join(
    () =>
      new Promise((resolve) => {
        answer = () => {
          resolve([])
        }
      }),
  )
  const lags: number[] = []
  for (let looks = 0; looks < 5; looks++) {
    const caught = standing.catchUp()
    await Promise.resolve()
    pass(900)
    lags.push(standing.lagMs)
    expect(standing.isCurrent).toBe(true)
    answer()
    expect(await caught).toBe(true)
  }
  // Memory is as old as the begin of the last look that ended.
  expect(lags).toEqual([900, 1800, 1800, 1800, 1800])
})
