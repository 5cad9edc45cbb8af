import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const MINUTE = 60
let server: TestServer
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
  await server.act('device_create', { app, account_key: '1@Live', vip: 4_102_243_200 })
})
afterAll(() => server.end())

const now = () => server.clock.now()
const read = async (points = 300) => (await server.act('health_history', { from: 0, to: now(), points })).rows

/** A minute passes, and its sample is stored. @param late done in its last second */
async function minute(late: () => Promise<unknown> = () => Promise.resolve()) {
  server.clock.pass(MINUTE - 1)
  await late()
  server.clock.pass(1)
  const at = now()
  return until(async () => (await server.act('health_history', { from: at, to: at })).rows.at(0), 'a sample')
}

describe("the server's state over time", () => {
  it('has nothing before the first minute is over', async () => {
    server.clock.pass(MINUTE - 1)
    expect(await read()).toEqual([])
    server.clock.pass(1)
    await until(async () => (await read()).length === 1, 'a sample')
  })

  it('has calls, the process, the disk and who is online, a minute each', async () => {
    const pulse = () => server.api('mt5pulse', app, { account_key: '1@Live', equity: 5 })
    const sample = await minute(async () => {
      for (let call = 0; call < 6; call++) await pulse()
    })
    expect(sample.online).toBe(1)
    expect(sample.calls * MINUTE).toBeCloseTo(6)
    expect(sample.p99).toBeGreaterThan(0)
    expect(sample.memory).toBeGreaterThan(20_000_000)
    expect(sample.disk_used).toBeGreaterThan(10_000)
    expect(sample.disk_free).toBeGreaterThan(0)
    expect(sample.errors).toBe(0)
    expect(sample.commit).toBeGreaterThanOrEqual(0)
    expect(sample.telemetry).toBeGreaterThanOrEqual(0)
    expect(await minute()).toMatchObject({ online: 0, calls: 0, p99: null })
  })

  it('is in steps of the asked number, and steps of several minutes have their worst and their mean', async () => {
    for (let index = 0; index < 12; index++) await minute()
    const rows = (await server.act('health_history', { from: now() - 1200, to: now(), points: 10 })).rows
    expect(rows.length).toBeLessThanOrEqual(11)
    expect(rows.every(({ at }) => at % 120 === 0)).toBe(true)
  })

  it('is kept for 30 days, also across a restart', async () => {
    const first = (await read(1000))[0]!
    const restartAfter = async (seconds: number) => {
      await server.close()
      server.clock.pass(seconds)
      await server.open()
    }
    await restartAfter(30 * 86_400 - 3600)
    await minute()
    expect((await read(1000))[0]).toMatchObject({ memory: first.memory })
    await restartAfter(2 * 3600)
    await minute()
    expect((await read(1000)).every(({ at }) => at > first.at + 3600)).toBe(true)
  })
})
