import { beforeEach, expect, it, vi } from 'vitest'

import { FakeTimers } from '../server-process/fake-timers.ts'
import { FakeWindow } from './fake-window.ts'
import { watchRenderer } from './renderer-watch.ts'

let window: FakeWindow
let timers: FakeTimers
let answer: PromiseWithResolvers<boolean>
const reload = vi.fn()
const giveUp = vi.fn()
const ask = vi.fn<() => Promise<boolean>>()

beforeEach(() => {
  vi.clearAllMocks()
  window = new FakeWindow()
  timers = new FakeTimers()
  answer = Promise.withResolvers()
  ask.mockImplementation(() => answer.promise)
  watchRenderer(window as never, { timers, reload, giveUp, ask })
})
const end = (reason: string): void => void window.webContents.emit('render-process-gone', {}, { reason })

it.each([
  'crashed',
  'killed',
  'oom',
  'abnormal-exit',
  'launch-failed',
  'integrity-failure',
  'memory-eviction',
])('loads a page again whose process ended by %s', (reason) => {
  end(reason)
  expect(reload).toHaveBeenCalledOnce()
})

it('leaves a page alone that ended in order', () => {
  end('clean-exit')
  expect(reload).not.toHaveBeenCalled()
})

it('gives up a page that ends four times within a minute, and begins anew afterwards', () => {
  for (let count = 0; count < 4; count++) end('crashed')
  expect(reload).toHaveBeenCalledTimes(3)
  expect(giveUp).toHaveBeenCalledOnce()
  end('crashed')
  expect(reload).toHaveBeenCalledTimes(4)
})

it('loads a page again as often as it takes, when it ends seldom', () => {
  for (let count = 0; count < 10; count++) {
    end('oom')
    timers.pass(30_000)
  }
  expect(reload).toHaveBeenCalledTimes(10)
  expect(giveUp).not.toHaveBeenCalled()
})

it('ends a page that does not answer, when the user agrees', async () => {
  window.emit('unresponsive')
  window.emit('unresponsive')
  expect(ask).toHaveBeenCalledOnce()
  answer.resolve(true)
  await vi.waitFor(() => {
    expect(window.calls).toEqual(['crash'])
  })
})

it('leaves a page alone that answers again before the user does', async () => {
  window.emit('unresponsive')
  window.emit('responsive')
  answer.resolve(true)
  await answer.promise
  await Promise.resolve()
  expect(window.calls).toEqual([])
})
