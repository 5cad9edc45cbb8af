import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkOf, type Pair } from '../simulator/wire/signature.ts'
import { TestServer } from '../support/test-server.ts'
import { changeDatabase } from './operators.ts'
import { call, form, type Keys, makeKeys, signed } from './wire-call.ts'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

const make = (change?: Parameters<typeof makeKeys>[1]) => makeKeys(server, change)
const now = () => String(server.clock.now())
const login = (keys: Keys & { kami: string }, t = now()): Pair[] => [
  ['kami', keys.kami],
  ['markcode', 'PC'],
  ['t', t],
]
const post = (keys: Keys, pairs: readonly Pair[], api = 'kmlogon') =>
  call(server, keys, `api=${api}&app=${keys.app}`, form(pairs))
describe('the application', () => {
  it.each([
    ['', 100],
    ['app=', 100],
    ['app=0', 100],
    ['app=abc', 100],
    ['app=0x10', 100],
    ['app=99999', 101],
    ['app=-10001', 101],
    ['app=1e3', 101],
    [`app=1${'0'.repeat(23)}`, 101],
    ['app[]=10001', 100],
  ])('%j: answers %d in plain text, with a check over no key', async (query, code) => {
    const keys = await make({ encrypt: true, mi_type: 3 })
    const reply = await call(server, keys, `api=ini&value=v&${query}`)
    expect(reply).toMatchObject({ status: 200, code, isSealed: false, check: checkOf(now(), '', 'v') })
  })

  it.each(['app=APPabc', 'app=%20APP', 'app=APP.9', 'app=1&app=APP', 'app=%2BAPP'])(
    '%s is served, as in the original',
    async (query) => {
      const keys = await make()
      expect(await call(server, keys, `api=ini&${query.replace('APP', String(keys.app))}`)).toMatchObject({
        code: 200,
      })
    },
  )

  it('comes from the query, and from the body if the query has none', async () => {
    const keys = await make()
    expect(await call(server, keys, 'api=ini', `app=${keys.app}`)).toMatchObject({ code: 200 })
    expect(await call(server, keys, 'api=ini&app=99999', `app=${keys.app}`)).toMatchObject({ code: 101 })
  })

  it('answers 102 when closed, before any other check, whitelisted or not, and encrypted where it encrypts', async () => {
    const keys = await make({ state: 'n', encrypt: true, mi_type: 3 })
    for (const api of ['ini', 'kmlogon', 'nosuch', 'mt5pulse']) {
      const reply = await call(server, keys, `api=${api}&app=${keys.app}`)
      expect(reply).toMatchObject({ code: 102, msg: '应用已关闭', isSealed: api !== 'mt5pulse' })
    }
  })
})

describe('the endpoint', () => {
  it.each(['', 'nosuch', 'pay', 'KMLOGON', '../../x', '__proto__', 'constructor', 'toString', 'km_logon'])(
    'answers 400 for api %j',
    async (api) => {
      const keys = await make()
      expect(await call(server, keys, `api=${api}&app=${keys.app}`)).toMatchObject({
        code: 400,
        msg: '没有相关操作',
      })
    },
  )

  it('answers 400 when api is in the body only', async () => {
    const keys = await make()
    expect(await call(server, keys, `app=${keys.app}`, 'api=ini')).toMatchObject({ code: 400 })
  })

  it.each([
    ['', 200],
    ['index', 200],
    ['main', 200],
    ['nosuch', 400],
    ['../etc/passwd', 400],
    ['/etc/passwd', 400],
    ['index.php', 400],
  ])('answers other=%s with %d', async (other, code) => {
    const keys = await make()
    expect(await call(server, keys, `api=ini&app=${keys.app}&other=${other}`)).toMatchObject({ code })
  })

  it('includes other in the signature, and ignores it in the body as a name', async () => {
    const keys = await make()
    const pairs = login(keys)
    const url = `api=kmlogon&app=${keys.app}&other=index&`
    expect(
      await call(
        server,
        keys,
        url + form(signed(keys, [['other', 'index'], ...pairs])).replace('other=index&', ''),
      ),
    ).toMatchObject({ code: 200 })
    expect(await call(server, keys, url + form(signed(keys, pairs)))).toMatchObject({ code: 106 })
    expect(await post(keys, signed(keys, [['other', 'nosuch'], ...pairs]))).toMatchObject({ code: 200 })
  })

  it.each(['PUT', 'DELETE', 'PATCH'])('answers 141 for %s', async (method) => {
    const keys = await make()
    const response = await fetch(`${server.running.publicUrl}/api.php?api=ini&app=${keys.app}`, { method })
    expect([response.status, ((await response.json()) as { code: number }).code]).toEqual([200, 141])
  })
})

describe('plain signed calls', () => {
  it('check the signature first, then the time', async () => {
    const keys = await make()
    const pairs = login(keys)
    expect(await post(keys, pairs)).toMatchObject({ code: 104, msg: '签名为空' })
    expect(await post(keys, [...pairs, ['sign', '']])).toMatchObject({ code: 104 })
    expect(await post(keys, [['sign', 'x']])).toMatchObject({ code: 106, msg: '签名有误' })
    expect(await post(keys, signed(keys, pairs.slice(0, 2)))).toMatchObject({
      code: 108,
      msg: '未发现时间变量',
    })
    expect(await post(keys, signed(keys, login(keys, '')))).toMatchObject({ code: 105, msg: '数据过期' })
    expect(await post(keys, signed(keys, pairs))).toMatchObject({ code: 200 })
  })

  it('take the signature in either case, wherever it is in the query or body, and no shorter one', async () => {
    const keys = await make()
    const [sign, ...rest] = signed(keys, login(keys)).reverse()
    const pairs = rest.reverse()
    expect(await post(keys, [['sign', sign![1].toUpperCase()], ...pairs])).toMatchObject({ code: 200 })
    for (const wrong of [sign![1].slice(0, 31), `${sign![1]}0`, '0'.repeat(32)]) {
      expect(await post(keys, [...pairs, ['sign', wrong]])).toMatchObject({ code: 106 })
    }
  })

  it('sign the decoded values, unknown parameters too, and the last of repeated ones', async () => {
    const keys = await make()
    const pairs: Pair[] = [...login(keys), ['note', 'a b+c&中文%'], ['empty', '']]
    expect(await post(keys, signed(keys, pairs))).toMatchObject({ code: 200 })
    const [, sign] = signed(keys, [
      ['kami', keys.kami],
      ['markcode', 'PC'],
      ['t', now()],
    ]).at(-1)!
    const doubled = `kami=WRONG&markcode=PC&t=${now()}&kami=${keys.kami}&sign=${sign}`
    expect(await call(server, keys, `api=kmlogon&app=${keys.app}`, doubled)).toMatchObject({ code: 200 })
  })

  it.each([
    ['received', [200, 106]],
    ['sorted', [106, 200]],
    ['either', [200, 200]],
  ] as const)('sort by sign_order %s', async (sign_order, codes) => {
    const keys = await make({ sign_order })
    const pairs: Pair[] = [
      ['t', now()],
      ['markcode', 'PC'],
      ['kami', keys.kami],
    ]
    const sorted = signed(
      keys,
      [...pairs].sort(([a], [b]) => (a < b ? -1 : 1)),
    ).at(-1)!
    expect(await post(keys, signed(keys, pairs))).toMatchObject({ code: codes[0] })
    expect(await post(keys, [...pairs, sorted])).toMatchObject({ code: codes[1] })
  })

  it('check the time but no signature with the signature off', async () => {
    const keys = await make({ sign: false })
    expect(await post(keys, [...login(keys), ['sign', 'wrong']])).toMatchObject({ code: 200 })
    expect(await post(keys, login(keys).slice(0, 2))).toMatchObject({ code: 108 })
    expect(await post(keys, login(keys, String(server.clock.now() - 11)))).toMatchObject({ code: 105 })
    await server.act('app_update', { app: keys.app, window: 0 })
    expect(await post(keys, login(keys).slice(0, 2))).toMatchObject({ code: 200 })
  })

  it.each<[string, number | string, number]>([
    ['at the edge', -10, 200],
    ['late', -11, 105],
    ['14 h ahead', 14 * 3600, 200],
    ['further ahead', 14 * 3600 + 1, 105],
    ['no number', 'NaN', 105],
    ['text', 'now', 105],
    ['negative', '-1', 105],
  ])('check the time %s', async (_, t, code) => {
    const keys = await make()
    const text = typeof t === 'number' ? String(server.clock.now() + t) : t
    expect(await post(keys, signed(keys, login(keys, text)))).toMatchObject({ code })
  })

  it('take a time in milliseconds or with decimals, and need no time with window 0', async () => {
    const keys = await make()
    for (const t of [`${now()}123`, `${now()}.5`])
      expect(await post(keys, signed(keys, login(keys, t)))).toMatchObject({ code: 200 })
    const open = await make({ window: 0 })
    expect(await post(open, signed(open, login(open).slice(0, 2)))).toMatchObject({ code: 200 })
    expect(await post(open, signed(open, login(open, '1')))).toMatchObject({ code: 200 })
  })
})

describe('capabilities', () => {
  it('answer 170, 171, 172, 173 in this order, before data and signature, and one API has its own signature switch', async () => {
    const [plain, rc4] = [await make(), await make({ encrypt: true, mi_type: 3 })]
    const grant = (
      app: number,
      api: string,
      granted: number,
      expires: number | null,
      sign: number | null,
    ) => {
      changeDatabase(
        server,
        'INSERT INTO grants (app_id, api, granted, expires_at, sign) VALUES (?, ?, ?, ?, ?)',
        app,
        api,
        granted,
        expires,
        sign,
      )
    }
    const state = (api: string, is: string) => {
      changeDatabase(server, 'INSERT INTO api_states (api, state) VALUES (?, ?)', api, is)
    }
    state('notice', 'maintenance')
    state('ini', 'closed')
    grant(plain.app, 'ini', 0, 1, null)
    grant(plain.app, 'kmlogon', 1, server.clock.now() + 100, 0)
    grant(rc4.app, 'kmlogon', 0, null, null)
    grant(rc4.app, 'mt5logon', 0, null, null)
    await server.close()
    await server.open()
    expect(await post(plain, [], 'ini')).toMatchObject({ code: 170, msg: '接口已关闭' })
    expect(await post(plain, [], 'notice')).toMatchObject({ code: 171, msg: '接口维护中' })
    expect(await post(rc4, [])).toMatchObject({ code: 172, msg: '未添加或购买接口', isSealed: true })
    expect(await post(rc4, [], 'mt5logon')).toMatchObject({ code: 172, isSealed: false })
    expect(await post(plain, login(plain))).toMatchObject({ code: 200 })
    server.clock.pass(100)
    expect(await post(plain, login(plain))).toMatchObject({ code: 173, msg: '接口已过期' })
  })
})
