import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConsoleClient } from '../support/console-client.ts'
import { visit } from '../support/self-service-client.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { EventStream } from './event-stream.ts'
import { outgoing } from './message-world.ts'
import { changeDatabase } from './operators.ts'
import { call, form, makeKeys, signed } from './wire-call.ts'

const DAY = 86_400

let server: TestServer
let app: number

beforeEach(async () => {
  server = await TestServer.start()
  app = await server.application()
})
afterEach(() => server.end())

/** Five codes that were deleted a day ago. */
async function recycleFive(): Promise<void> {
  await server.act('code_generate', { app, type: 'permanent', count: 5 })
  await server.act('code_delete', { filter: { app } })
  server.clock.pass(DAY)
}
const recycled = async () => (await server.act('code_list', { filter: { app, state: 'recycled' } })).total

/** Stops, moves the clock as somebody in the machine's setup does, and starts again. */
async function startAfter(change: () => void): Promise<void> {
  await server.close()
  change()
  await server.open()
}
/** All chores of the start, and a few turns of those that run often, have run. */
async function haveRun(): Promise<void> {
  const live = await EventStream.open(server.running.consoleUrl, (await server.owner()).cookie)
  server.clock.pass(5)
  await live.next('server')
  live.close()
}
/** With a session of its own: the clock may have ended the earlier ones. */
const doubt = async () => {
  const owner = await ConsoleClient.signIn(server.running.consoleUrl, 'owner', OWNER_PASSWORD)
  return (await owner.call('health', {})).clock_doubt
}

describe('a start with a clock 1200 days ahead', () => {
  it('empties no recycle bin: with the right clock all codes are there', async () => {
    await recycleFive()
    await startAfter(() => {
      server.clock.set(1200 * DAY)
    })
    await haveRun()
    expect(await recycled()).toBe(5)
    await startAfter(() => {
      server.clock.set(-1200 * DAY)
    })
    expect(await doubt()).toBe(null)
    expect(await recycled()).toBe(5)
  })

  it('expires no request and gives up no message', async () => {
    await server.act('device_create', { app, account_key: '1@A', vip: server.clock.now() + 3000 * DAY })
    const rebind = { old_key: '1@A', new_key: '2@A', product: String(app), contact: 'x', reason: 'x' }
    await visit(server, 'request_device_rebind', rebind)
    // Without a mail server a mail waits.
    const mail = outgoing(server, { kind: 'mail', operatorId: 1, appId: app, subject: 'x' })
    await server.store.write((unit) => unit.outbox.add(mail), { durable: true })
    await startAfter(() => {
      server.clock.set(1200 * DAY)
    })
    await haveRun()
    const states = (await server.act('auth_request_list', {})).rows.map(({ state }) => state)
    expect(states).toEqual(['pending'])
    const { rows } = await server.act('message_list', { filter: { purpose: 'request' } })
    expect(rows.map(({ state }) => state)).toEqual(['waiting'])
  })

  it('is logged, and shown by health, by the risk review and to viewers of the live stream', async () => {
    const seen = server.clock.now()
    await startAfter(() => {
      server.clock.set(1200 * DAY)
    })
    expect(server.log.warnings).toContain('clock.doubted')
    expect(await doubt()).toEqual({ seen })
    const isListed = async () =>
      (await server.act('risk_list', {})).rows.some(({ facts }) => facts['setting'] === 'clock_doubted')
    await until(isListed, 'the risk')
    const live = await EventStream.open(server.running.consoleUrl, (await server.owner()).cookie)
    server.clock.pass(5)
    expect(await live.next('server')).toMatchObject({ clock_doubt: { seen } })
    live.close()
  })

  it('is the same for a second start under that clock', async () => {
    await recycleFive()
    await startAfter(() => {
      server.clock.set(1200 * DAY)
    })
    await haveRun()
    await startAfter(() => {
      server.clock.pass(60)
    })
    await haveRun()
    expect(await doubt()).not.toBe(null)
    expect(await recycled()).toBe(5)
  })

  it('is noticed in data of a version without this check, by its last audit row', async () => {
    await recycleFive()
    await server.close()
    changeDatabase(server, `DELETE FROM meta WHERE key = 'clock_seen'`)
    server.clock.set(1200 * DAY)
    await server.open()
    expect(await doubt()).not.toBe(null)
  })
})

describe('a doubted clock', () => {
  it('is confirmed by the owner: what waited happens, and the audit log says who said so', async () => {
    await recycleFive()
    await startAfter(() => {
      server.clock.pass(40 * DAY)
    })
    await haveRun()
    expect(await recycled()).toBe(5)
    await server.act('clock_confirm', {})
    expect(await doubt()).toBe(null)
    const rows = await server.act('audit_list', { filter: { action: 'clock_confirm' } })
    expect(rows).toMatchObject({ total: 1, rows: [{ person_name: 'owner' }] })
    await startAfter(() => {
      server.clock.pass(1)
    })
    await until(async () => (await recycled()) === 0, 'an empty bin')
    // A second confirmation has nothing to confirm.
    await server.act('clock_confirm', {})
    expect(await server.act('audit_list', { filter: { action: 'clock_confirm' } })).toMatchObject({
      total: 1,
    })
  })

  it('is doubted as well when it is far behind, and trusted again when it is set right', async () => {
    await startAfter(() => {
      server.clock.set(-3 * DAY)
    })
    expect(await doubt()).not.toBe(null)
    server.clock.set(3 * DAY)
    expect(await doubt()).toBe(null)
  })

  it('is doubted when somebody sets it while the server runs', async () => {
    await recycleFive()
    server.clock.set(1200 * DAY)
    expect(await doubt()).not.toBe(null)
    server.clock.set(-1200 * DAY)
    expect(await doubt()).toBe(null)
  })

  it('is not doubted after a night or a working day without the server', async () => {
    await startAfter(() => {
      server.clock.pass(DAY - 60)
    })
    expect(await doubt()).toBe(null)
  })

  it('is trusted after an hour in which signed calls from two addresses carry its time', async () => {
    const keys = await makeKeys(server)
    await server.act('settings_set', {
      client_address: { source: 'x_forwarded_for', trusted: ['127.0.0.0/8'] },
    })
    await startAfter(() => {
      server.clock.pass(3 * DAY)
    })
    let calls = 0
    const callFrom = (address: string) => {
      const pairs = [
        ['kami', keys.kami],
        ['markcode', `PC${++calls}`],
        ['t', String(server.clock.now())],
      ] as const
      const headers = { 'x-forwarded-for': address }
      return call(server, keys, `api=kmlogon&app=${keys.app}`, form(signed(keys, pairs)), headers)
    }
    await callFrom('192.0.2.1')
    server.clock.pass(3600)
    expect(await doubt()).not.toBe(null)
    await callFrom('127.0.0.1')
    await callFrom('192.0.2.1')
    expect(await doubt()).not.toBe(null)
    await callFrom('192.0.2.2')
    expect(await doubt()).toBe(null)
  })
})
