import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { addOperator, signIn } from './operators.ts'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

it('copies every setting and grant, and no key, secret, code or count', async () => {
  const app = await server.application({
    version: '4.2',
    window: 77,
    rsa_private_key: 'pem',
    unbind: { max: 9 },
    scripts: { ygg: 'print(1)' },
    mt5: {
      trial_seconds: 120,
      bind_secret: 'bind',
      messenger_app_secret: 'bot',
      buy_url: 'https://example.com',
    },
  })
  await server.code({ app, type: 'permanent' })
  await server.api('notice', app)
  await server.act('app_capability_set', {
    app,
    api: 'notice',
    granted: false,
    expires: 1,
    price_text: '¥ 9',
  })
  for (const api of ['sig', 'getrc4'] as const)
    await server.act('app_api_set', { app, api, on: true, sign: true })
  await server.act('app_api_set', { app, api: 'userreg', on: false })
  await server.act('app_key_rotate', { app, key: 'appkey', overlap: 60 })
  server.clock.pass(10)
  const from = await server.act('app_get', { app })
  const made = await server.act('app_copy', { app, name: 'Second' })
  const copy = await server.act('app_get', { app: made.app })
  expect(copy).toEqual({
    ...from,
    answer_key: copy.answer_key,
    app: made.app,
    name: 'Second',
    appkey: made.appkey,
    rc4_key: made.rc4_key,
    rsa_private_key: '',
    mt5: { ...from.mt5, bind_secret: '', messenger_app_secret: '' },
    api_total: 0,
    created_at: server.clock.now(),
    previous_appkey_until: 0,
  })
  expect(made.appkey).not.toBe(from.appkey)
  expect(made.rc4_key).toMatch(new RegExp(`^[A-Za-z0-9]{11}${made.app}$`))
  expect(await server.api('notice', made.app)).toMatchObject({ code: 172 })
  const capabilities = async (of: number) => (await server.act('app_capability_list', { app: of })).rows
  // The owner has not yet allowed the copy to hand out its keys.
  expect(await capabilities(made.app)).toEqual(
    (await capabilities(app)).map((row) => (row.api === 'getrc4' ? { ...row, on: false } : row)),
  )
  expect(await server.act('code_list', { filter: { app: made.app } })).toMatchObject({ total: 0 })
  // Changes of one don't reach the other.
  await server.act('app_update', { app: made.app, unbind: { max: 1 } })
  await server.act('app_capability_set', { app: made.app, api: 'notice', granted: true, expires: null })
  expect(await server.act('app_get', { app })).toMatchObject({ unbind: { max: 9 } })
  expect(await server.api('notice', app)).toMatchObject({ code: 172 })
  await server.close()
  await server.open()
  expect(await server.api('notice', made.app)).toMatchObject({ code: 200 })
})

it("a copy that the owner makes of a developer's application belongs to the developer", async () => {
  await addOperator(server, 'vendor', 'developer')
  const vendor = await signIn(server, 'vendor')
  const { app } = await vendor.call('app_create', { name: 'First' })
  const made = await server.act('app_copy', { app, name: 'Second' })
  expect((await vendor.call('app_list', {})).rows.map((row) => row.app)).toEqual([made.app, app])
})
