import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { addOperator, changeDatabase, PASSWORD, signIn } from './operators.ts'
import { call, form, sealed, signed, type Keys } from './wire-call.ts'

let server: TestServer
let developer: ConsoleClient
/** The application of the calls: the owner's. */
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  await addOperator(server, 'dev', 'developer')
  await addOperator(server, 'seller', 'agent')
  developer = await signIn(server, 'dev')
  app = await server.application()
  for (const api of ['logongetapp', 'openrc42'] as const)
    await server.act('app_api_set', { app, api, on: true })
})
afterAll(() => server.end())

const credentials = { user: 'dev', pass: PASSWORD }
const list = (params: object = credentials) => server.api('logongetapp', app, { ...params })
const open = (appid: number | string, params: object = credentials) =>
  server.api('openrc42', app, { ...params, appid })

describe.each(['logongetapp', 'openrc42'] as const)("%s: the developer's credentials", (api) => {
  const ask = (params: object = {}) => server.api(api, app, { appid: 1, ...params })

  it('is off by default', async () => {
    expect(await server.api(api, await server.application(), credentials)).toMatchObject({ code: 172 })
  })

  it('refuses missing, unknown and wrong credentials', async () => {
    expect(await ask()).toMatchObject({ code: 110, msg: '请填写账号' })
    expect(await ask({ user: 'dev' })).toMatchObject({ code: 111, msg: '请填写密码' })
    expect(await ask({ user: 'nobody', pass: 'x' })).toMatchObject({ code: 122, msg: '账号不存在' })
    expect(await ask({ user: 'dev', pass: 'x' })).toMatchObject({ code: 113, msg: '账号密码不正确' })
    await ask(credentials)
  })

  it.each(['frozen', 'banned'])(
    'answers 114 with the reason to a %s developer with the right password',
    async (state) => {
      const name = `${state}-${api}`
      await addOperator(server, name, 'developer')
      changeDatabase(
        server,
        `UPDATE operators SET ${state} = true, state_reason = '违规' WHERE name = ?`,
        name,
      )
      expect(await ask({ user: name, pass: PASSWORD })).toMatchObject({ code: 114, msg: '违规' })
      expect(await ask({ user: name, pass: 'x' })).toMatchObject({ code: 113 })
    },
  )

  it('five wrong passwords in a row lock the name here, and not for the person at this machine', async () => {
    const name = `guessed-${api}`
    await addOperator(server, name, 'developer')
    for (let i = 0; i < 5; i++) expect(await ask({ user: name, pass: 'x' })).toMatchObject({ code: 113 })
    expect(await ask({ user: name, pass: PASSWORD })).toMatchObject({ code: 201, msg: '请求频率过快' })
    await signIn(server, name)
    expect(await ask({ user: name, pass: PASSWORD })).toMatchObject({ code: 201 })
    server.clock.pass(60)
    expect((await ask({ user: name, pass: PASSWORD })).code).not.toBe(201)
    await signIn(server, name)
  })
})

describe('logongetapp', () => {
  it("lists the developer's own applications with their keys", async () => {
    const { app: first, appkey } = await developer.call('app_create', { name: 'First' })
    const { app: second } = await developer.call('app_create', { name: '第二' })
    await developer.call('app_update', { app: second, state: 'n' })
    const { code, msg } = await list()
    expect(code).toBe(200)
    expect(msg).toEqual([
      { name: 'First', appkey, appid: first, id: first, switch: 'y' },
      expect.objectContaining({ name: '第二', appid: second, id: second, switch: 'n' }),
    ])
  })

  it('answers no application to an agent', async () => {
    expect(await list({ user: 'seller', pass: PASSWORD })).toMatchObject({ code: 200, msg: [] })
  })
})

describe('openrc42', () => {
  it('turns on RC4-2, the signature and a window of 10 s, and answers the key', async () => {
    const { app: target, rc4_key: key } = await developer.call('app_create', { name: 'Target' })
    await developer.call('app_update', { app: target, sign: false, window: 0, mi_type: 2 })
    expect(await open(target)).toMatchObject({ code: 200, msg: { rc4_key: key } })
    expect(await developer.call('app_get', { app: target })).toMatchObject({
      encrypt: true,
      mi_type: 3,
      sign: true,
      window: 10,
    })
    const kami = await server.code({ app: target, type: 'permanent' })
    const keys: Keys = await developer.call('app_get', { app: target })
    const pairs = [
      ['kami', kami],
      ['markcode', 'PC'],
    ] as const
    const logIn = (body: string) => call(server, keys, `api=kmlogon&app=${target}`, body)
    expect(await logIn(form(pairs))).toMatchObject({ code: 107, isSealed: true })
    const late = signed(keys, [...pairs, ['t', String(server.clock.now() - 11)]])
    expect(await logIn(form([['data', sealed(keys, late)]]))).toMatchObject({ code: 105 })
    expect(await logIn(form([['data', sealed(keys, pairs)]]))).toMatchObject({ code: 104 })
    const right = signed(keys, [...pairs, ['t', String(server.clock.now() - 10)]])
    expect(await logIn(form([['data', sealed(keys, right)]]))).toMatchObject({ code: 200, isSealed: true })
  })

  it('answers in plain text when called through the application itself, and encrypts the next answer', async () => {
    const { app: self, rc4_key: key } = await developer.call('app_create', { name: 'Self' })
    await developer.call('app_update', { app: self, sign: false, window: 0 })
    await developer.call('app_api_set', { app: self, api: 'openrc42', on: true })
    expect(await server.api('openrc42', self, { ...credentials, appid: self })).toMatchObject({
      code: 200,
      msg: { rc4_key: key },
    })
    const response = await fetch(`${server.running.publicUrl}/api.php?api=ini&app=${self}`)
    expect(await response.text()).toMatch(/^[0-9a-f]+$/)
  })

  it("refuses without an application, with an unknown one, and with another developer's", async () => {
    expect(await open('')).toMatchObject({ code: 100 })
    expect(await open('abc')).toMatchObject({ code: 100 })
    expect(await open(99_999)).toMatchObject({ code: 101, msg: '应用不存在' })
    expect(await open(app)).toMatchObject({ code: 101 })
    expect(await server.act('app_get', { app })).toMatchObject({ encrypt: false, mi_type: 0 })
    expect(await open(app, { user: 'seller', pass: PASSWORD })).toMatchObject({ code: 101 })
  })
})
