import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkOf, type Pair } from '../simulator/wire/signature.ts'
import { TestServer } from '../support/test-server.ts'
import { call, form, type Keys, makeKeys, sealed } from './wire-call.ts'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

const make = (change?: Parameters<typeof makeKeys>[1]) =>
  makeKeys(server, { sign: false, window: 0, ...change })
const now = () => String(server.clock.now())

describe('value', () => {
  const check = (keys: Keys, value: string) => checkOf(now(), keys.appkey, value)

  it.each<[string, string, string | undefined, string]>([
    ['in the query', '&value=q', undefined, 'q'],
    ['in the body', '', 'value=b', 'b'],
    ['in both: the body', '&value=q', 'value=b', 'b'],
    ['missing', '', undefined, ''],
    ['empty', '&value=', undefined, ''],
    [
      'kept byte for byte',
      `&value=${encodeURIComponent(' a,b&"\'<b>*^ 中é+1.7E12=')}`,
      undefined,
      ' a,b&"\'<b>*^ 中é+1.7E12=',
    ],
    ['a plus is a blank', '&value=a+b', undefined, 'a b'],
    ['long', `&value=${'A'.repeat(300)}`, undefined, 'A'.repeat(300)],
  ])('%s: is in the check', async (_, query, body, value) => {
    const keys = await make()
    expect(await call(server, keys, `api=notice&app=${keys.app}${query}`, body)).toMatchObject({
      check: check(keys, value),
    })
  })

  it('is read inside data when it is not outside', async () => {
    const keys = await make({ encrypt: true, mi_type: 3 })
    const data: Pair = ['data', sealed(keys, [['value', 'inner']])]
    expect(await call(server, keys, `api=kmlogon&app=${keys.app}`, form([data]))).toMatchObject({
      code: 148,
      check: check(keys, 'inner'),
    })
    expect(await call(server, keys, `api=kmlogon&app=${keys.app}&value=outer`, form([data]))).toMatchObject({
      check: check(keys, 'outer'),
    })
  })

  it('is in the check of refusals too', async () => {
    const keys = await make({ sign: true })
    expect(await call(server, keys, `api=kmlogon&app=${keys.app}&value=v`)).toMatchObject({
      code: 104,
      check: check(keys, 'v'),
    })
    expect(await call(server, keys, `api=mt5logon&app=${keys.app}&value=v`)).toMatchObject({
      code: 403,
      check: check(keys, 'v'),
    })
  })
})

describe('the reply envelope', () => {
  const payload = { app_gg: 'hi' }
  it.each([
    ['msg', { msg: payload, data: undefined }],
    ['data', { msg: 'success', data: payload }],
    ['both', { msg: payload, data: payload }],
  ] as const)('has the payload in %s', async (envelope, parts) => {
    const keys = await make({ envelope, app_gg: 'hi' })
    const reply = await call(server, keys, `api=notice&app=${keys.app}`)
    expect({ msg: reply.msg, data: reply['data'] }).toEqual(parts)
    const refusal = await call(server, keys, `api=kmlogon&app=${keys.app}`)
    expect({ msg: refusal.msg, data: refusal['data'] }).toEqual({ msg: '卡密为空', data: undefined })
  })

  it('is compact JSON in the order code, msg, time, check, uncached, open to every page', async () => {
    const keys = await make({ app_gg: '欢迎 "引号" <b>x</b> /path<br>第二行' })
    const { text, headers } = await call(server, keys, `api=notice&app=${keys.app}`, undefined, {
      origin: 'https://page.example',
    })
    expect(text).toBe(
      `{"code":200,"msg":{"app_gg":"欢迎 \\"引号\\" <b>x</b> /path\\n第二行"},"time":${now()},"check":"${checkOf(now(), keys.appkey, '')}"}`,
    )
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('content-encoding')).toBeNull()
  })

  it('answers a preflight of every page', async () => {
    const response = await fetch(`${server.running.publicUrl}/api.php?api=ini`, { method: 'OPTIONS' })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST, OPTIONS')
  })
})

describe('language en', () => {
  it('gives refusals of guards, codes and accounts in English', async () => {
    const keys = await make({ language: 'en', sign: true, mt5: { enabled: true } })
    for (const query of ['api=nosuch', 'api=kmlogon', 'api=mt5logon&account_key=1@A']) {
      const { msg } = await call(server, keys, `${query}&app=${keys.app}`)
      expect(msg).toMatch(/^[ -~]{4,}$/)
    }
  })
})

describe('ini', () => {
  it('has the version control, every text as a string, and pay where it is requested', async () => {
    const keys = await make({
      version: '3.1',
      app_update_must: 'y',
      pay: { state: 'y', url: 'https://pay.example' },
    })
    const url = `api=ini&app=${keys.app}`
    const { msg } = await call(server, keys, url)
    expect(msg).toEqual({
      version: '3.1',
      version_info: '',
      app_update_show: '',
      app_update_url: '',
      app_update_must: 'y',
      api_total: 0,
    })
    expect(await call(server, keys, `${url}&pay`)).toMatchObject({
      msg: {
        pay: { state: 'y', url: 'https://pay.example', appid: '', appkey: '', ali: 'n', wx: 'n', qq: 'n' },
      },
    })
  })

  it('counts calls that passed the guards and no others, and the count survives a restart', async () => {
    const keys = await make({ sign: true })
    const total = async () =>
      ((await call(server, keys, `api=ini&app=${keys.app}`)).msg as { api_total: number }).api_total
    expect([await total(), await total()]).toEqual([0, 1])
    await call(server, keys, `api=kmlogon&app=${keys.app}`)
    await call(server, keys, `api=nosuch&app=${keys.app}`)
    expect(await total()).toBe(2)
    await call(server, keys, `api=mt5logon&app=${keys.app}`)
    expect(await total()).toBe(4)
    await server.close()
    await server.open()
    expect(await total()).toBe(5)
    expect(await server.act('app_get', { app: keys.app })).toMatchObject({ api_total: 6 })
  })
})
