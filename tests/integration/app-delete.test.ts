import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { EventStream } from './event-stream.ts'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

async function furnished() {
  const app = await server.application()
  const kami = await server.code({ app, type: 'permanent' })
  await server.api('kmlogon', app, { kami, markcode: '1@A' })
  const { rows } = await server.act('device_list', { filter: { app } })
  await server.act('account_create', { app, user: 'someone', password: 'secret-1', qq: '1' })
  await server.act('app_capability_set', { app, api: 'notice', granted: false })
  return { app, device: rows[0]!.id, kami }
}

describe('app_delete', () => {
  it('answers calls with 101 at once and deletes codes, accounts and devices of this application only', async () => {
    const [gone, kept] = [await furnished(), await furnished()]
    await server.api('mt5pulse', gone.app, { account_key: '1@A', equity: 1 })
    expect(await server.act('app_delete', { app: gone.app })).toEqual({})
    for (const api of ['ini', 'kmlogon', 'mt5pulse', 'userlogon'])
      expect(await server.api(api, gone.app, { account_key: '1@A' })).toMatchObject({ code: 101 })
    const owner = await server.owner()
    expect(await owner.try('app_get', { app: gone.app })).toMatchObject({ code: 404 })
    expect(await owner.try('device_get', { id: gone.device })).toMatchObject({ code: 404 })
    expect(await owner.try('app_delete', { app: gone.app })).toMatchObject({ code: 404 })
    for (const name of ['code_list', 'account_list', 'device_list'] as const) {
      expect(await server.act(name, { filter: { app: gone.app } })).toMatchObject({ total: 0 })
      expect(await server.act(name, { filter: { app: kept.app } })).toMatchObject({ total: 1 })
    }
    const health = { app: gone.app, health: 'live' } as const
    expect(await server.act('device_list', { filter: health })).toMatchObject({ total: 0 })
    expect(await server.api('mt5logon', kept.app, { account_key: '1@A' })).toMatchObject({ code: 200 })
  })

  it('reports the deleted accounts on the live stream', async () => {
    const { app, device } = await furnished()
    const { url, cookie } = await server.owner()
    const stream = await EventStream.open(url, cookie)
    await server.act('app_delete', { app })
    const { removed } = await stream.next('devices', (change) => change.removed !== undefined)
    expect(removed).toEqual([device])
    stream.close()
  })

  it('holds after a restart, and the number is never given again', async () => {
    const { app } = await furnished()
    await server.act('app_delete', { app })
    await server.close()
    await server.open()
    expect(await server.api('ini', app)).toMatchObject({ code: 101 })
    expect((await server.act('app_create', { name: 'Next' })).app).toBeGreaterThan(app)
  })

  it('stops the wait for a close command on its way', async () => {
    const { app, device } = await furnished()
    await server.act('device_control', { ids: [device], close_all: true })
    expect(await server.api('mt5pulse', app, { account_key: '1@A', positions: 2 })).toMatchObject({
      close_all: 1,
    })
    await server.act('app_delete', { app })
    server.clock.pass(120)
    expect(await server.act('device_list', { filter: { app } })).toMatchObject({ total: 0 })
  })
})
