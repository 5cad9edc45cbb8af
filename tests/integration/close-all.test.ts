import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLOSE_OVERDUE_SECONDS } from '../../src-server/contract/limits.ts'
import { CommandLifecycle } from '../../src-server/telemetry/command-lifecycle.ts'
import { DeviceRegistry } from '../../src-server/telemetry/registry.ts'
import { NOBODY } from '../support/alert-bench.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

let server: TestServer
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
})
afterAll(() => server.end())

const pulse = (params: Record<string, string | number>, account: string) =>
  server.api('mt5pulse', app, { account_key: account, ...params })
const device = (account: string) =>
  server.act('device_create', { app, account_key: account, vip: 4_102_243_200 })
const read = (id: number) => server.act('device_get', { id })

/**
 * A close that an account took, and a lifecycle on the server's store that asks again, started at the same
 * time.
 */
async function taken(account: string, record = () => Promise.resolve()) {
  const { id } = await device(account)
  await server.act('device_control', { ids: [id], close_all: true })
  await pulse({ positions: 1 }, account)
  const stored = await server.store.read((unit) => unit.devices.find(app, account))
  const [delivered] = await server.store.read((unit) => unit.commands.ofDevice(id, 1))
  const registry = new DeviceRegistry(() => 1, NOBODY)
  const live = registry.putDevice(stored!)
  registry.putCommand(delivered!)
  const clock = new ManualClock(server.clock.now())
  const lifecycle = new CommandLifecycle({
    store: server.store,
    registry,
    clock,
    log: server.log,
    rearms: () => true,
    record,
    happened: () => Promise.resolve(),
    announce: () => undefined,
  })
  lifecycle.resume([live])
  return { id, live, lifecycle, clock }
}

describe('close_all', () => {
  it('goes from requested to delivered, to one of 50 simultaneous pulses, to confirmed', async () => {
    const { id } = await device('30@A')
    const other = await device('31@A')
    await server.act('device_control', { ids: [id], close_all: true, reason: 'news' })
    expect(await read(id)).toMatchObject({ close_all: { state: 'asked', asked_at: server.clock.now() } })
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => pulse({ positions: 2 }, '30@A')).concat(
        pulse({ positions: 2 }, '31@A'),
      ),
    )
    expect(replies.slice(0, 50).filter((reply) => reply['close_all'] === 1)).toHaveLength(1)
    expect(replies[50]).toMatchObject({ close_all: 0 })
    expect((await read(id)).commands).toMatchObject([
      {
        state: 'delivered',
        reason: 'news',
        asked_by: 'owner',
        delivered_ip: '127.0.0.1',
        delivered_positions: 2,
      },
    ])
    expect((await read(other.id)).commands).toEqual([])

    server.clock.pass(5)
    expect(await pulse({ positions: 1 }, '30@A')).toMatchObject({ close_all: 0 })
    expect(await read(id)).toMatchObject({ close_all: { state: 'delivered' } })
    server.clock.pass(5)
    expect(await pulse({ positions: 0 }, '30@A')).toMatchObject({ close_all: 0 })
    await until(async () => (await read(id)).close_all.state === 'confirmed', 'the confirmation')
    expect((await read(id)).close_all.confirmed_at).toBe(server.clock.now())
  })

  it('can be withdrawn until it is delivered', async () => {
    const { id } = await device('32@A')
    await server.act('device_control', { ids: [id], close_all: true })
    expect(await server.act('device_control', { ids: [id], close_all: true })).toEqual({
      done: 0,
      skipped: [{ id, reason: 'already asked' }],
    })
    expect(await server.act('device_control', { ids: [id], close_all: false })).toEqual({
      done: 1,
      skipped: [],
    })
    expect(await pulse({ positions: 1 }, '32@A')).toMatchObject({ close_all: 0 })
    expect(await read(id)).toMatchObject({ close_all: { state: 'none' }, commands: [{ state: 'withdrawn' }] })
    await server.act('device_control', { ids: [id], close_all: true })
    await pulse({ positions: 1 }, '32@A')
    expect(await server.act('device_control', { ids: [id], close_all: false })).toMatchObject({ done: 0 })
  })

  it('is overdue a minute after delivery while positions remain, and confirmed when they are closed', async () => {
    const { id } = await device('33@A')
    await server.act('device_control', { ids: [id], close_all: true })
    await pulse({ positions: 4 }, '33@A')
    server.clock.pass(1)
    await pulse({ positions: 3 }, '33@A')
    server.clock.pass(59)
    await until(async () => (await read(id)).close_all.state === 'overdue', 'the overdue command')
    expect((await read(id)).commands).toMatchObject([{ overdue_positions: 3 }])
    await pulse({ positions: 0 }, '33@A')
    await until(async () => (await read(id)).close_all.state === 'confirmed', 'the late confirmation')
  })

  it('is requested again automatically where the application says so', async () => {
    const rearming = await server.application({ mt5: { rearm_close_all: true } })
    const { id } = await server.act('device_create', {
      app: rearming,
      account_key: '40@A',
      vip: 4_102_243_200,
    })
    await server.act('device_control', { ids: [id], close_all: true, reason: 'limit' })
    await server.api('mt5pulse', rearming, { account_key: '40@A', positions: 1 })
    server.clock.pass(61)
    await until(async () => (await read(id)).close_all.state === 'asked', 'the second command')
    expect(await server.api('mt5pulse', rearming, { account_key: '40@A', positions: 1 })).toMatchObject({
      close_all: 1,
    })
    expect((await read(id)).commands).toMatchObject([
      { state: 'delivered', asked_by: 'rearm', reason: 'limit' },
      { state: 'overdue', asked_by: 'owner' },
    ])
  })

  it('is not requested again when the account reports flat as the close becomes overdue', async () => {
    const { id, live, lifecycle, clock } = await taken('41@A')
    clock.pass(CLOSE_OVERDUE_SECONDS)
    expect(lifecycle.onPulse(live, 0, '192.0.2.1')).toBe(false)
    await lifecycle.sweep()
    expect((await read(id)).commands).toMatchObject([{ state: 'confirmed' }])
  })

  it('becomes overdue and is requested again together, or neither happens', async () => {
    const { id, lifecycle, clock } = await taken('42@A', () => Promise.reject(new Error('a full disk')))
    clock.pass(CLOSE_OVERDUE_SECONDS)
    await expect(lifecycle.sweep()).rejects.toThrow('a full disk')
    expect((await read(id)).commands).toMatchObject([{ state: 'delivered' }])
  })

  it.each<[string, (lifecycle: CommandLifecycle) => void]>([
    [
      'was away',
      (lifecycle) => {
        lifecycle.resume([])
      },
    ],
    [
      'slept',
      (lifecycle) => {
        lifecycle.startReceiving()
      },
    ],
  ])('is not overdue before accounts can reach the server: the server %s', async (word, comesBack) => {
    const { id, lifecycle, clock } = await taken(`43@${word}`)
    clock.pass(3600)
    comesBack(lifecycle)
    for (const seconds of [0, CLOSE_OVERDUE_SECONDS - 1]) {
      clock.pass(seconds)
      await lifecycle.sweep()
      expect((await read(id)).commands).toMatchObject([{ state: 'delivered' }])
    }
    clock.pass(1)
    await lifecycle.sweep()
    expect((await read(id)).commands).toMatchObject([{ state: 'asked' }, { state: 'overdue' }])
  })

  it.each([{}, { pause_open: true }])('of a deleted account blocks no other close: %j', async (more) => {
    const key = JSON.stringify(more)
    const [gone, other] = [await device(`44@${key}`), await device(`45@${key}`)]
    // The state between the commit and the update of the memory after it.
    await server.store.write((unit) => unit.devices.deleteMany([gone.id]), { durable: true })
    const ids = [gone.id, other.id]
    expect(await server.act('device_control', { ids, close_all: true, ...more })).toEqual({
      done: 1,
      skipped: [{ id: gone.id, reason: 'unknown' }],
    })
    expect(await read(other.id)).toMatchObject({ close_all: { state: 'asked' } })
  })

  it('survives a restart', async () => {
    const asked = await device('34@A')
    const delivered = await device('35@A')
    await server.act('device_control', { ids: [asked.id, delivered.id], close_all: true })
    await pulse({ positions: 2, equity: 100 }, '35@A')
    await server.close()
    await server.open()
    expect(await read(delivered.id)).toMatchObject({
      close_all: { state: 'delivered' },
      telemetry: { equity: 100 },
    })
    expect(await pulse({ positions: 2 }, '35@A')).toMatchObject({ close_all: 0 })
    expect(await pulse({ positions: 2 }, '34@A')).toMatchObject({ close_all: 1 })
    expect(await pulse({ positions: 2 }, '34@A')).toMatchObject({ close_all: 0 })
  })
})
