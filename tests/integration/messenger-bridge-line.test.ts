import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FeishuInbound } from '../../src-server/outbound/bridge/feishu-inbound.ts'
import { MessengerStub } from '../support/messenger-stub.ts'
import { START, TestServer, type Mt5 } from '../support/test-server.ts'
import { until } from '../support/until.ts'

let server: TestServer
let stub: MessengerStub

beforeEach(async () => {
  stub = await MessengerStub.start()
  server = await TestServer.start(START, { messengerBases: [stub.base] })
})
afterEach(async () => {
  await server.end()
  await stub.stop()
})

const application = (mt5: Mt5 = {}) =>
  server.application({ mt5: { messenger_enabled: true, bridge: true, ...stub.settings, ...mt5 } })
const status = (app: number) => server.act('messenger_status', { app })
const stateIs = (app: number, state: string) =>
  until(async () => (await status(app)).state === state, `the bridge being ${state}`)
const openLines = (count: number) => until(() => stub.line.open.length === count, `${count} connections`)

describe('the connection to the bot', () => {
  it('exists only when switched on, and follows the switch, the credentials and the application', async () => {
    const app = await application({ bridge: false })
    expect(await status(app)).toMatchObject({ on: false, state: 'off' })
    expect(stub.line.asked).toBe(0)
    await server.act('app_update', { app, mt5: { bridge: true } })
    await stateIs(app, 'connected')
    await server.act('app_update', { app, mt5: { bridge: false } })
    await openLines(0)
    await server.act('app_update', { app, mt5: { bridge: true } })
    await openLines(1)

    stub.secrets.set('cli_fedcba9876543210', 'another')
    const other = { messenger_app_id: 'cli_fedcba9876543210', messenger_app_secret: 'another' }
    await server.act('app_update', { app, mt5: other })
    await until(() => stub.line.open.join() === other.messenger_app_id, 'the other bot alone')
    await server.act('app_update', { app, mt5: { messenger_app_secret: '' } })
    await openLines(0)
    expect(await status(app)).toMatchObject({ on: true, state: 'failed', reason: 'credentials' })
    await server.act('app_update', { app, mt5: other })
    await openLines(1)
    await server.act('app_update', { app, mt5: { messenger_enabled: false } })
    await openLines(0)
    expect(await status(app)).toMatchObject({ on: true, state: 'failed', reason: 'switched_off' })
    await server.act('app_update', { app, mt5: { messenger_enabled: true } })
    await openLines(1)
    await server.act('app_delete', { app })
    await openLines(0)
  })

  it('survives unrelated changes', async () => {
    const app = await application()
    await stateIs(app, 'connected')
    await server.act('app_update', { app, name: 'Other', mt5: { buy_url: 'https://shop.example' } })
    await stateIs(app, 'connected')
    expect(stub.line.asked).toBe(1)
  })

  it('comes back after a drop', async () => {
    const app = await application()
    await stateIs(app, 'connected')
    stub.line.drop()
    await until(() => stub.line.opened.length === 2, 'a second connection')
    await stateIs(app, 'connected')
  })

  it('is replaced when a ping finds it cut silently', async () => {
    const inbound = new FeishuInbound({ fetch, bases: [stub.base], log: server.log, pingTimeout: 0.1 })
    const { messenger_base: base, messenger_app_id: appId, messenger_app_secret: appSecret } = stub.settings
    stub.line.isMute = true
    const states: string[] = []
    const connection = inbound.connect(
      { base, appId, appSecret },
      {
        received: () => undefined,
        ignored: () => undefined,
        changed: ({ state }) => states.push(state),
      },
    )
    await until(() => stub.line.opened.length === 2, 'a connection after the silent one')
    stub.line.isMute = false
    await until(() => states.at(-1) === 'connected', 'a line that lives')
    expect(states.slice(0, 2)).toEqual(['connected', 'waiting'])
    connection.close()
    await openLines(0)
  })

  it('is renewed when the machine wakes', async () => {
    const app = await application()
    await stateIs(app, 'connected')
    server.running.resumed()
    await until(() => stub.line.opened.length === 2, 'a second connection')
    await openLines(1)
    await stateIs(app, 'connected')
  })

  it('ends at once when the server stops', async () => {
    const app = await application()
    await stateIs(app, 'connected')
    const before = performance.now()
    await server.close()
    expect(performance.now() - before).toBeLessThan(5000)
    await openLines(0)
  })
})

describe('an impossible connection to the bot', () => {
  it('is refused without TLS when the service is asked over TLS', async () => {
    const asked: string[] = []
    const answer = { code: 0, data: { URL: `${stub.base.replace('http', 'ws')}/ws?app=x`, ClientConfig: {} } }
    const answering: typeof fetch = (url) => {
      asked.push(url instanceof Request ? url.url : String(url))
      return Promise.resolve(Response.json(answer))
    }
    const inbound = new FeishuInbound({ fetch: answering, bases: [], log: server.log })
    const states: string[] = []
    const connection = inbound.connect(
      { base: '', appId: stub.settings.messenger_app_id, appSecret: 's' },
      { received: () => undefined, ignored: () => undefined, changed: ({ state }) => states.push(state) },
    )
    await until(() => states.length > 0, 'a word of the line')
    connection.close()
    expect([asked, states]).toEqual([['https://open.feishu.cn/callback/ws/endpoint'], ['waiting']])
    expect(stub.line.opened).toEqual([])
  })

  it.each([
    [{ messenger_app_id: 'cli_short' }, 'app_id'],
    [{ messenger_base: 'http://127.0.0.1:9' }, 'base'],
  ] as const)('is reported and not tried: %j', async (mt5, reason) => {
    const app = await application(mt5)
    expect(await status(app)).toMatchObject({ on: true, state: 'failed', reason })
    server.clock.pass(100_000)
    expect(stub.line.asked).toBe(0)
  })

  it('reports wrong credentials with the code, and tries again after one minute, then two', async () => {
    const app = await application({ messenger_app_secret: 'wrong' })
    await stateIs(app, 'failed')
    expect(await status(app)).toMatchObject({ reason: 'refused', code: 1000040345, since: START })
    server.clock.pass(59)
    expect(stub.line.asked).toBe(1)
    server.clock.pass(1)
    await until(() => stub.line.asked === 2, 'a second attempt')
    await stateIs(app, 'failed')
    stub.secrets.set(stub.settings.messenger_app_id, 'wrong')
    server.clock.pass(120)
    await stateIs(app, 'connected')
  })

  it.each(['noData', 'busy', 'down', 'hang'] as const)(
    'waits and reconnects after three minutes when the service answers with %s',
    async (mood) => {
      stub.line.endpointMoods.push(mood)
      const app = await application()
      await until(() => stub.line.asked === 1, 'the first attempt')
      if (mood !== 'hang') await stateIs(app, 'waiting')
      server.clock.pass(180)
      await stateIs(app, 'connected')
      expect(stub.line.asked).toBe(2)
    },
  )

  it('leaves no secret in a log or an answer', async () => {
    const app = await application({ messenger_app_secret: 'WRONG-SECRET' })
    await stateIs(app, 'failed')
    expect(JSON.stringify(await status(app))).not.toContain('WRONG-SECRET')
    expect(server.log.warnings.join()).not.toContain('WRONG-SECRET')
  })
})
