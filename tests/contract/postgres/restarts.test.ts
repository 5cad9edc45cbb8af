import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCluster, type Cluster } from '../../support/postgres/cluster.ts'
import { until } from '../../support/until.ts'
import { SOCKET } from '../../support/postgres/global-setup.ts'
import { openPostgresStore } from '../../support/postgres/open-postgres-store.ts'
import { leaveRow, openBehindProxy, troubleOf, type BehindProxy } from './behind-proxy.ts'

const DURABLE = { durable: true }
const shared = process.env[SOCKET]
let cluster: Cluster
let open: BehindProxy
let last = 0

beforeAll(async () => {
  // The clusters of tests wait for no disk, and a crash would lose their last commits.
  cluster = await startCluster({ synchronous_commit: 'on' })
  process.env[SOCKET] = cluster.socket
  open = await openBehindProxy()
})
afterAll(async () => {
  await open.close()
  if (shared !== undefined) process.env[SOCKET] = shared
  await cluster.stop()
})

const write = (number: number) => open.store.write((unit) => leaveRow(unit, number), DURABLE)
const inRowLane = (number: number) =>
  open.store.write((unit) => leaveRow(unit, number), { ...DURABLE, lane: 'row' })

it.each(['SIGINT', 'SIGQUIT'] as const)(
  'writes and reads wait for a server that stops (%s) and starts again, and each write is one effect',
  async (signal) => {
    let isOver = false
    const numbers: number[] = []
    const write100 = async (one: (number: number) => Promise<void>) => {
      while (!isOver) {
        const number = ++last
        await one(number)
        numbers.push(number)
      }
    }
    const writing = [write, write, inRowLane, inRowLane].map(write100)
    await until(() => numbers.length >= 20, 'writes before the end')
    await cluster.halt(signal)
    const reading = open.store.read((unit) => unit.meta.find('none'))
    await pause(1000)
    await cluster.start()
    expect(await reading).toBeUndefined()
    const before = numbers.length
    await until(() => numbers.length >= before + 20, 'writes after the start')
    isOver = true
    await Promise.all(writing)
    const rows = await open.store.read(async (unit) => {
      const counts = new Map<number, number>()
      for (const number of numbers)
        counts.set(number, (await unit.risks.eventsOf(number, { from: 0, to: 9, limit: 9 })).length)
      return counts
    })
    expect([...rows].filter(([, times]) => times !== 1)).toEqual([])
  },
)

it('a server that is away longer fails the calls after about 5 seconds, and is found again', async () => {
  await cluster.halt('SIGINT')
  const start = performance.now()
  const calls = [
    ...Array.from({ length: 200 }, () => write(++last)),
    ...Array.from({ length: 50 }, () => inRowLane(++last)),
    open.store.read((unit) => unit.meta.find('none')),
    open.store.preview((unit) => unit.meta.find('none')),
  ]
  const troubles = await Promise.all(calls.map((call) => call.then(() => 'done', troubleOf)))
  const seconds = (performance.now() - start) / 1000
  expect(new Set(troubles)).toEqual(new Set(['away']))
  expect(seconds).toBeGreaterThan(4.5)
  expect(seconds).toBeLessThan(7)
  await cluster.start()
  await Promise.all([write(++last), inRowLane(++last)])
  const found = await open.store.read((unit) => unit.risks.eventsOf(last, { from: 0, to: 9, limit: 9 }))
  expect(found).toHaveLength(1)
})

it('a copy closes while the server is away', async () => {
  await cluster.halt('SIGINT')
  const store = openPostgresStore(open.url)
  const failing = store.write((unit) => leaveRow(unit, ++last), DURABLE).catch(troubleOf)
  await store.close()
  expect(await failing).toBe('away')
  await cluster.start()
})
