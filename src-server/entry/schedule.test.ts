import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Log } from '../contract/ports.ts'
import { systemScheduler } from './adapters/system.ts'
import { startChores } from './schedule.ts'

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() } satisfies Log

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
})

describe('startChores', () => {
  it('runs each chore at its own interval until it is stopped', async () => {
    const [quick, slow] = [vi.fn(), vi.fn()]
    const stop = startChores(
      [
        { name: 'quick', everyMs: 250, run: quick },
        { name: 'slow', everyMs: 1000, run: slow },
      ],
      log,
      systemScheduler,
    )
    expect(quick).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1000)
    expect([quick.mock.calls.length, slow.mock.calls.length]).toEqual([4, 1])
    stop()
    await vi.advanceTimersByTimeAsync(5000)
    expect([quick.mock.calls.length, slow.mock.calls.length]).toEqual([4, 1])
  })

  it('never runs two turns of one chore at the same time', async () => {
    let finish: (() => void) | undefined
    const run = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    const stop = startChores([{ name: 'long', everyMs: 100, run }], log, systemScheduler)
    await vi.advanceTimersByTimeAsync(450)
    expect(run).toHaveBeenCalledTimes(1)
    finish?.()
    await vi.advanceTimersByTimeAsync(100)
    expect(run).toHaveBeenCalledTimes(2)
    stop()
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('no')
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
  ])('one that %s is logged by name, runs again, and stops no other', async (_, run) => {
    const other = vi.fn()
    const stop = startChores(
      [
        { name: 'bad', everyMs: 100, run },
        { name: 'good', everyMs: 100, run: other },
      ],
      log,
      systemScheduler,
    )
    await vi.advanceTimersByTimeAsync(300)
    expect(log.error).toHaveBeenCalledTimes(3)
    expect(log.error).toHaveBeenCalledWith('chore.failed', new Error('no'), { chore: 'bad' })
    expect(other).toHaveBeenCalledTimes(3)
    stop()
  })

  it('a turn under way at the stop may fail with the stores that close, and nobody is told', async () => {
    let fail: ((why: Error) => void) | undefined
    const run = () => new Promise<void>((_, reject) => (fail = reject))
    const stop = startChores([{ name: 'long', everyMs: 100, run }], log, systemScheduler)
    await vi.advanceTimersByTimeAsync(100)
    stop()
    fail?.(new Error('the store is closed'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(log.error).not.toHaveBeenCalled()
  })

  it('one that waited for the clock runs within seconds of its confirmation, once', async () => {
    const run = vi.fn()
    let trusted = false
    const daily = { name: 'daily', everyMs: 86_400_000, atStart: true, waitsForClock: true, run }
    const stop = startChores([daily], log, systemScheduler, undefined, () => trusted)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(run).not.toHaveBeenCalled()
    trusted = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect(run).toHaveBeenCalledTimes(1)
    stop()
  })
})
