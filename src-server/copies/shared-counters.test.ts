import { expect, it } from 'vitest'
import type { Counted } from '../store/copy-link.ts'
import { SharedCounters } from './shared-counters.ts'

const MOST_KEYS = 20_000

it('of many stored counts a start keeps those of the latest spans, whenever their limit is named', async () => {
  // The store gives the latest first.
  const stored: Counted[] = Array.from({ length: MOST_KEYS + 100 }, (_, at) => ({
    ...{ limit: 'l', key: `k${at}`, from: MOST_KEYS + 100 - at, used: 1 },
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
