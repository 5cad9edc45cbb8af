import { expect, it } from 'vitest'
import type { Counted, Counting } from '../store/copy-link.ts'
import { SharedCounters } from './shared-counters.ts'

const MOST_KEYS = 20_000

it('of many stored counts a start keeps those of the latest spans, whenever their limit is named', async () => {
  // The store gives the latest first.
  const stored: Counted[] = Array.from({ length: MOST_KEYS + 100 }, (_, at) => ({
    ...{ limit: 'l', key: `k${at}`, from: MOST_KEYS + 100 - at, used: 1, at: 0 },
  }))
  for (const isNamedBefore of [true, false]) {
    const counters = new SharedCounters({
      link: { count: () => Promise.resolve([]), counts: () => Promise.resolve(stored) },
      tell: () => undefined,
      failed: () => undefined,
    })
    if (isNamedBefore) counters.allow('l', 1, 10 * MOST_KEYS)
    await counters.load(0)
    const limit = counters.allow('l', 1, 10 * MOST_KEYS)
    expect(limit.usedOf('k0')?.used).toBe(1)
    expect(limit.usedOf(`k${MOST_KEYS + 99}`)).toBeUndefined()
  }
})

it('a take has its place among those of all copies, after what waits before it', async () => {
  let [stored, now] = [0, 0]
  const counters = countersOver((counts) => {
    const [count] = counts as [Counting]
    // Another copy took one before the second trip.
    stored += count.used + (stored === 2 ? 1 : 0)
    return Promise.resolve([{ ...count, used: stored, at: ++now }])
  })
  const limit = counters.allow('l', 4, 60)
  expect(await Promise.all([limit.takeTogether('k', 0), limit.takeTogether('k', 0)])).toEqual([true, true])
  limit.giveBack('k', 0)
  // The store counts three, and one is given back: two of three takes have a place.
  const takes = [1, 2, 3].map(() => limit.takeTogether('k', 0))
  expect(await Promise.all(takes)).toEqual([true, true, false])
  await counters.stored()
  expect(stored).toBe(4)
})

it('a copy that reaches no store counts alone, and leaves nobody waiting', async () => {
  const counters = countersOver(() => Promise.reject(new Error('away')))
  const limit = counters.allow('l', 2, 60)
  const takes = [1, 2, 3].map(() => limit.takeTogether('k', 0))
  expect(await Promise.all(takes)).toEqual([true, true, false])
})

function countersOver(count: (counts: readonly Counting[]) => Promise<Counted[]>): SharedCounters {
  return new SharedCounters({
    link: { count, counts: () => Promise.resolve([]) },
    tell: () => undefined,
    failed: () => undefined,
  })
}
