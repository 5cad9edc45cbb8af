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

it('asks every five seconds', () => {
  timers.pass(4_999)
  expect(asked).toBe(0)
  timers.pass(1)
  expect(asked).toBe(1)
  heartbeat.answered()
  timers.pass(5_000)
  expect(asked).toBe(2)
})

it('is content as long as now and then one is answered', () => {
  for (let turn = 0; turn < 20; turn++) {
    timers.pass(20_000)
    heartbeat.answered()
  }
  expect(silent).toBe(0)
})

it('says once that four in a row were not answered', () => {
  timers.pass(24_999)
  expect({ asked, silent }).toEqual({ asked: 4, silent: 0 })
  timers.pass(1)
  expect(silent).toBe(1)
  timers.pass(100_000)
  expect({ asked, silent }).toEqual({ asked: 4, silent: 1 })
})

it('asks no more when it was stopped, and counts from nothing when it begins again', () => {
  timers.pass(20_000)
  heartbeat.stop()
  timers.pass(100_000)
  expect({ asked, silent }).toEqual({ asked: 4, silent: 0 })
  heartbeat.start()
  timers.pass(20_000)
  expect({ asked, silent }).toEqual({ asked: 8, silent: 0 })
})
