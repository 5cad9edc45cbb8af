import { beforeEach, expect, it } from 'vitest'

import { FakeTimers } from './fake-timers.ts'
import { Heartbeat } from './heartbeat.ts'

let timers: FakeTimers
let asked: number
let silent: number
let heartbeat: Heartbeat

beforeEach(() => {
  timers = new FakeTimers()
  asked = 0
  silent = 0
  heartbeat = new Heartbeat(
    timers,
    () => asked++,
    () => silent++,
  )
  heartbeat.start()
})

it('pings every five seconds', () => {
  timers.pass(4_999)
  expect(asked).toBe(0)
  timers.pass(1)
  expect(asked).toBe(1)
  heartbeat.answered()
  timers.pass(5_000)
  expect(asked).toBe(2)
})

it('accepts some unanswered pings', () => {
  for (let turn = 0; turn < 20; turn++) {
    timers.pass(20_000)
    heartbeat.answered()
  }
  expect(silent).toBe(0)
})

it('reports four unanswered pings in a row, once', () => {
  timers.pass(24_999)
  expect({ asked, silent }).toEqual({ asked: 4, silent: 0 })
  timers.pass(1)
  expect(silent).toBe(1)
  timers.pass(100_000)
  expect({ asked, silent }).toEqual({ asked: 4, silent: 1 })
})

it('sends no pings after a stop, and counts from zero after a new start', () => {
  timers.pass(20_000)
  heartbeat.stop()
  timers.pass(100_000)
  expect({ asked, silent }).toEqual({ asked: 4, silent: 0 })
  heartbeat.start()
  timers.pass(20_000)
  expect({ asked, silent }).toEqual({ asked: 8, silent: 0 })
})
