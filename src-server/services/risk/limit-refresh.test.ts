import { expect, test } from 'vitest'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import { LimitRefresh } from './limit-refresh.ts'

const HOLD_MS = 3

/** @param refreshed called with each account whose limits are asked for */
function refreshOf(accounts: number, refreshed: (id: number) => boolean) {
  const looked: number[] = []
  const lives = Array.from({ length: accounts }, (_, id) => ({ device: { id } }) as LiveDevice)
  const refresh = new LimitRefresh({
    devices: { all: () => lives, refreshLimitsOf: ({ device }) => refreshed(device.id) },
    criticals: { look: ({ device }) => looked.push(device.id) },
    clock: { now: () => 0, nowMs: () => 0 },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  return { refresh, looked }
}

test('looks at the accounts whose limits changed', async () => {
  const { refresh, looked } = refreshOf(4, (id) => id % 2 === 1)
  refresh.start()
  await expect.poll(() => looked).toEqual([1, 3])
})

test('a change during the walk starts another one after it', async () => {
  const asked: number[] = []
  const { refresh } = refreshOf(3, (id) => {
    asked.push(id)
    if (asked.length === 2) refresh.start()
    return false
  })
  refresh.start()
  await expect.poll(() => asked).toEqual([0, 1, 2, 0, 1, 2])
  refresh.start()
  await expect.poll(() => asked.length).toBe(9)
})

test('others have their turn during a long walk', async () => {
  let asked = 0
  const { refresh } = refreshOf(20, () => {
    const until = performance.now() + HOLD_MS
    while (performance.now() < until);
    asked++
    return false
  })
  refresh.start()
  await new Promise((resolve) => setImmediate(resolve))
  expect(asked).toBeLessThan(20)
  await expect.poll(() => asked).toBe(20)
})
