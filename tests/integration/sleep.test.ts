import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

/** A Tuesday at noon: the currency market is open. */
const TUESDAY = 1_700_000_000 - (1_700_000_000 % 86_400) + 43_200
const HOUR = 3600

let server: TestServer
let app: number

beforeAll(async () => {
  server = await TestServer.start(TUESDAY)
  app = await server.application({ mt5: { silence_alert: 300 } })
})
afterAll(() => server.end())

const device = async (account_key: string) =>
  (await server.act('device_create', { app, account_key, vip: 4_102_243_200 })).id
const pulse = (account_key: string, positions: number) =>
  server.api('mt5pulse', app, { account_key, equity: 1, positions })
const commands = async (id: number) => (await server.act('device_get', { id })).commands
const silences = async () =>
  (await server.act('risk_list', {})).rows
    .filter(({ kind }) => kind === 'silent')
    .map(({ subject }) => subject)

/** Waits until each chore that runs every second has had a turn. */
async function haveLooked(): Promise<void> {
  const before = server.looks
  await until(() => Promise.resolve(server.looks > before + 200), 'turns of the chores')
}

describe.each([
  ['a sleep in which the steady clock stands still', { wall: HOUR * 1000, steady: 0 }],
  ['a sleep in which the steady clock goes on', { wall: HOUR * 1000, steady: HOUR * 1000 }],
  ['a stopped process', { wall: HOUR * 1000, steady: HOUR * 1000 }],
  ['a paused virtual machine whose wall clock is set afterwards', { wall: HOUR * 1000, steady: 40 }],
])('after %s', (word, passed) => {
  it('no command is overdue and no account silent before the terminals had time to come back', async () => {
    const key = `${word.length}@A`
    const id = await device(key)
    await pulse(key, 1)
    await server.act('device_control', { ids: [id], close_all: true })
    expect(await pulse(key, 1)).toMatchObject({ close_all: 1 })
    server.sleep.wall += passed.wall
    server.sleep.steady += passed.steady
    server.clock.pass(HOUR)
    await haveLooked()
    expect((await commands(id))[0]).toMatchObject({ state: 'delivered' })
    expect(await silences()).not.toContain(key)
    server.clock.pass(61)
    await until(async () => (await commands(id))[0]?.state === 'overdue', 'the overdue command')
  })
})

it('an hour without a sleep is silence', async () => {
  await device('77@A')
  await pulse('77@A', 1)
  server.clock.pass(HOUR)
  await until(async () => (await silences()).includes('77@A'), 'the silence')
})
