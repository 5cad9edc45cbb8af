import { beforeEach, expect, it } from 'vitest'

import type { ServerStatus } from '../contract/shell.ts'
import { FakeTimers } from '../server-process/fake-timers.ts'
import { ServingWatch } from './serving-watch.ts'

let timers: FakeTimers
let isSeen: boolean
let told: string[]
let watch: ServingWatch

beforeEach(() => {
  timers = new FakeTimers()
  isSeen = false
  told = []
  watch = new ServingWatch({
    timers,
    isSeen: () => isSeen,
    down: () => told.push('down'),
    back: () => told.push('back'),
  })
})
const become = (state: ServerStatus['state'], forMs = 0): void => {
  watch.follow({ state })
  timers.pass(forMs)
}
const serve = (): void => {
  become('starting', 500)
  become('running', 60_000)
}

it('says nothing about a crash after which the server is back at once', () => {
  serve()
  become('waiting', 100)
  serve()
  expect(told).toEqual([])
})

it('says once that the server is down, and once that it is back', () => {
  serve()
  become('waiting', 4_000)
  become('starting', 500)
  expect(told).toEqual([])
  become('waiting', 30_000)
  become('starting', 500)
  become('waiting', 30_000)
  expect(told).toEqual(['down'])
  serve()
  expect(told).toEqual(['down', 'back'])
  serve()
  expect(told).toEqual(['down', 'back'])
})

it('says that a server in a crash loop is down, although it runs for a moment each time', () => {
  for (let round = 0; round < 6; round++) {
    become('waiting', 2_000)
    become('starting', 500)
    become('running', 1_000)
  }
  expect(told).toEqual(['down'])
})

it('says that a first start failed, but nothing about one that takes long', () => {
  become('starting', 60_000)
  expect(told).toEqual([])
  become('waiting', 5_000)
  expect(told).toEqual(['down'])
})

it('leaves it to a window that somebody sees, and says it when that is closed', () => {
  serve()
  isSeen = true
  become('waiting', 20_000)
  expect(told).toEqual([])
  isSeen = false
  become('waiting')
  expect(told).toEqual(['down'])
})

it('says nothing about a server that the user switched off', () => {
  serve()
  become('stopped', 60_000)
  expect(told).toEqual([])
})
