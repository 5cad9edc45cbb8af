import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { form, signed } from './wire-call.ts'

/** The switch that closes logins, during calls. The conformance tests cover the answer of each endpoint. */
let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

const set = (app: number, login_closed: boolean) => server.act('app_update', { app, login_closed })

it('applies from the next call on, spends nothing, and survives a restart', async () => {
  const app = await server.application()
  const kami = await server.code({ app, type: 'count', amount: 1 })
  const logIn = () => server.api('kmlogon', app, { kami, markcode: 'PC' })
  expect(await set(app, true)).toMatchObject({ login_closed: true })
  expect(await logIn()).toMatchObject({ code: 103 })
  await server.close()
  await server.open()
  expect(await logIn()).toMatchObject({ code: 103 })
  await set(app, false)
  expect(await logIn()).toMatchObject({ code: 200 })
  expect(await logIn()).toMatchObject({ code: 201 })
})

it('refuses a signature that was granted before, and grants a refused one when logins open again', async () => {
  const app = await server.application({ sign: true, window: 10 })
  const kami = await server.code({ app, type: 'permanent' })
  const keys = await server.act('app_get', { app })
  const body = (markcode: string) =>
    form(
      signed(keys, [
        ['kami', kami],
        ['markcode', markcode],
        ['t', String(server.clock.now())],
      ]),
    )
  const send = async (sent: string) => {
    const url = `${server.running.publicUrl}/api.php?api=kmlogon&app=${app}`
    return ((await (await fetch(url, { method: 'POST', body: sent })).json()) as { code: number }).code
  }
  const first = body('PC')
  expect(await send(first)).toBe(200)
  await set(app, true)
  expect(await send(first)).toBe(103)
  await set(app, false)
  expect(await send(first)).toBe(200)
  await set(app, true)
  server.clock.pass(1)
  const second = body('PC')
  expect(await send(second)).toBe(103)
  await set(app, false)
  expect(await send(second)).toBe(200)
})

it('counts a refused login as a call, and the inspector previews the refusal', async () => {
  const app = await server.application({ login_closed: true })
  const { api_total: before } = await server.act('app_get', { app })
  await server.api('kmlogon', app)
  await server.api('userlogon', app)
  // A copy learns a quarter of a second later what another one counts.
  const isCounted = async () => (await server.act('app_get', { app })).api_total === before + 2
  await until(isCounted, 'both calls to be counted')
  for (const api of ['kmlogon', 'userlogon', 'mt5logon', 'mt5login']) {
    const call = await server.act('inspector_explain', { app, request: `api=${api}&app=${app}` })
    expect(call).toMatchObject({ refused: null, outcome: 103 })
  }
  const pulse = await server.act('inspector_explain', { app, request: `api=mt5pulse&app=${app}` })
  expect(pulse).toMatchObject({ outcome: 404 })
})

it('is closed in a copy too', async () => {
  const app = await server.application({ login_closed: true })
  const copy = await server.act('app_copy', { app, name: 'Copy' })
  expect(await server.api('mt5logon', copy.app)).toMatchObject({ code: 103 })
})
