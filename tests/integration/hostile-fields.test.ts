import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Pair } from '../simulator/wire/signature.ts'
import { TestServer } from '../support/test-server.ts'
import { call, form, makeKeys, signed } from './wire-call.ts'

/** Hostile values in each field that a client sends. */

const FOREVER = 4_102_243_200
let server: TestServer
let app: number
let accounts = 0

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
})
afterEach(async () => {
  expect(await server.api('ini', app)).toMatchObject({ code: 200 })
})
afterAll(() => server.end())

async function device(fields: { label?: string; note?: string } = {}) {
  const key = `${++accounts}@Alpha`
  const { id } = await server.act('device_create', { app, account_key: key, vip: FOREVER, ...fields })
  return { id, key }
}

describe('names with brackets', () => {
  it.each(['user[]=a1234', 'user[x]=a1234', 'user[][y]=a1234', 'user%5B%5D=a1234'])(
    '%s names no user account',
    async (pair) => {
      for (const api of ['userreg', 'userlogon']) {
        const url = `${server.running.publicUrl}/api.php?api=${api}&app=${app}`
        const response = await fetch(url, { method: 'POST', body: `${pair}&password=secret-1&qq=10001` })
        expect(await response.json()).toMatchObject({ code: 110, msg: '请填写账号' })
      }
    },
  )
})

describe('control characters', () => {
  it.each(['\0', '\x01', '\x1b[31m', '\r\n', '\x7f'])(
    '%j inside is refused by the field',
    async (control) => {
      const refusals: [string, Record<string, string>, number][] = [
        ['userreg', { user: `ab${control}cd`, password: 'secret-1', qq: '10001' }, 116],
        ['userreg', { user: 'abcde', password: `sec${control}ret`, qq: '10001' }, 119],
        ['userlogon', { user: `ab${control}cd`, password: 'secret-1' }, 122],
        ['kmlogon', { kami: `K${control}1`, markcode: 'PC' }, 149],
        ['kmunmachine', { kami: `K${control}1`, markcode: 'PC' }, 149],
        ['mt5logon', { account_key: `1${control}2@Alpha` }, 404],
        ['mt5logon', { account_key: `12@Al${control}pha` }, 404],
        ['mt5pulse', { account_key: `12@Al${control}pha`, equity: '1' }, 404],
        ['mt5notify', { account_key: `12@Al${control}pha`, text: 'x' }, 404],
      ]
      for (const [api, params, code] of refusals)
        expect([api, (await server.api(api, app, params)).code]).toEqual([api, code])
      expect(await server.act('account_list', { filter: { app } })).toMatchObject({ total: 0 })
    },
  )

  it('a NUL in the body ends the parameters, so nothing behind it counts', async () => {
    const url = `${server.running.publicUrl}/api.php?api=userreg&app=${app}`
    const response = await fetch(url, { method: 'POST', body: 'user=abcde&password=secret-1\0&qq=10001' })
    expect(await response.json()).toMatchObject({ code: 109 })
  })
})

describe('a value that contains the separators of the signed text', () => {
  it('gets no grant by the signature of another request, and the other request is granted', async () => {
    const keys = await makeKeys(server)
    const kami = await server.code({ app: keys.app, type: 'count', amount: 3 })
    const t = String(server.clock.now())
    const pairs: Pair[] = [
      ['kami', kami],
      ['markcode', 'PC'],
      ['t', t],
    ]
    const sign = signed(keys, pairs).at(-1)!
    const joined: Pair[][] = [
      [['kami', `${kami}&markcode=PC`], ['t', t], sign],
      [['kami', `${kami}&markcode=PC&t=${t}`], sign],
    ]
    const ask = (what: readonly Pair[], api = 'kmlogon') =>
      call(server, keys, `api=${api}&app=${keys.app}`, form(what))
    const left = async () =>
      (await server.act('code_list', { filter: { app: keys.app, kami } })).rows[0]!.left
    for (const one of joined) expect((await ask(one)).code).not.toBe(200)
    for (const one of joined) expect((await ask(one, 'kmunmachine')).code).not.toBe(200)
    expect(await left()).toBe(3)
    const later: Pair[] = [...pairs.slice(0, 2), ['t', String(server.clock.now() + 1)]]
    expect(await ask(signed(keys, later))).toMatchObject({ code: 200 })
    expect(await left()).toBe(2)
  })
})

describe('a signed login', () => {
  it('is refused for another API, and the binding stays', async () => {
    const keys = await makeKeys(server)
    const pairs: Pair[] = [
      ['kami', keys.kami],
      ['markcode', 'PC'],
      ['t', String(server.clock.now())],
    ]
    const body = form(signed(keys, pairs))
    const ask = (api: string) => call(server, keys, `api=${api}&app=${keys.app}`, body)
    expect(await ask('kmlogon')).toMatchObject({ code: 200 })
    for (const api of ['kmunmachine', 'userlogon', 'violationsinfo'])
      expect(await ask(api)).toMatchObject({ code: 106 })
    const { rows } = await server.act('code_list', { filter: { app: keys.app } })
    expect(rows[0]).toMatchObject({ markcode: 'PC', unbinds: 0 })
  })
})

describe('texts that mean something elsewhere', () => {
  it.each([
    "' OR 1=1; DROP TABLE devices; --",
    '100%_done',
    '😀 4 bytes',
    'right\u202eto left',
    '\\" OR ""="',
    '${7*7}{{7*7}}',
    '<script>alert(1)</script>',
  ])('%j is stored and found as it is written', async (text) => {
    const { id, key } = await device({ label: text, note: text })
    expect(await server.act('device_get', { id })).toMatchObject({ label: text, note: text })
    const found = await server.act('device_list', { filter: { app }, search: text })
    expect(found.rows.map((row) => row.account_key)).toEqual([key])
    expect(await server.api('mt5logon', app, { account_key: key })).toMatchObject({ code: 200 })
  })

  it.each(['%', '_', "'", '*', '\\'])('a search for %j finds only rows with this character', async (text) => {
    const { key } = await device({ label: `before${text}after` })
    const { rows } = await server.act('device_list', { filter: { app }, search: `e${text}a` })
    expect(rows.map((row) => row.account_key)).toEqual([key])
  })
})

describe('numbers of a pulse', () => {
  it.each<[string, number | null]>([
    ['NaN', null],
    ['Infinity', null],
    ['-inf', null],
    ['1e308', null],
    ['1e999', null],
    ['0x10', null],
    ['', null],
    ['ten', null],
    ['1,000', 1000],
    ['1e15', 1e15],
    ['-1e15', -1e15],
    ['1.1e15', null],
  ])('equity %j is stored as %j', async (equity, stored) => {
    const { id, key } = await device()
    const reply = await server.api('mt5pulse', app, { account_key: key, equity, positions: 0 })
    expect(reply).toMatchObject({ code: 200, telemetry_ok: 1, close_all: 0 })
    expect((await server.act('device_get', { id })).telemetry).toMatchObject({ equity: stored, positions: 0 })
  })
})

describe('keys of trading accounts', () => {
  it.each([
    '5001',
    '5001@@Alpha',
    '5001@Alpha@Alpha',
    '5001@alpha',
    '5001@Аlpha',
    '5001@Ａlpha',
    '5001@Al\u200bpha',
    '5001@Alpha\u0301',
    '０５００１@Alpha',
    '05001@Alpha',
    '+5001@Alpha',
    '5001.0@Alpha',
  ])('%s is not the trading account 5001@Alpha', async (key) => {
    const own = await server.application()
    const { id } = await server.act('device_create', {
      app: own,
      account_key: '5001@Alpha',
      vip: FOREVER,
      label: 'the only one',
    })
    expect(await server.api('mt5logon', own, { account_key: key })).toMatchObject({ code: 404 })
    expect(await server.api('mt5pulse', own, { account_key: key, equity: 1 })).toMatchObject({
      code: 404,
      telemetry_ok: 0,
    })
    expect(await server.act('device_list', { filter: { app: own } })).toMatchObject({ total: 1 })
    expect(await server.act('device_get', { id })).toMatchObject({ telemetry: null })
  })

  it.each([' 5002@Alpha', '5002@Alpha\r\n', '\t5002@Alpha ', '5002 @ Alpha'])(
    '%j is the trading account 5002@Alpha without the blanks around number and server',
    async (key) => {
      const own = await server.application()
      await server.act('device_create', { app: own, account_key: '5002@Alpha', vip: FOREVER })
      expect(await server.api('mt5logon', own, { account_key: key })).toMatchObject({
        code: 200,
        account_key: '5002@Alpha',
      })
      expect(await server.act('device_list', { filter: { app: own } })).toMatchObject({ total: 1 })
    },
  )
})

describe('a key of 10 KB', () => {
  it('makes no trial', async () => {
    const trial = await server.application({ mt5: { auto_trial: true } })
    const key = `5001@${'A'.repeat(10_000)}`
    expect(await server.api('mt5logon', trial, { account_key: key })).toMatchObject({ code: 404 })
    expect(await server.act('device_list', { filter: { app: trial } })).toMatchObject({ total: 0 })
  })
})

describe('open_ids', () => {
  const secret = 'the bridge secret'
  /** Expects a refusal. @returns the bound open_id */
  async function confirm(open_id: string): Promise<string> {
    const own = await server.application({ mt5: { messenger_enabled: true, bind_secret: secret } })
    const { id } = await server.act('device_create', { app: own, account_key: '1@A', vip: FOREVER })
    const bind = (params: Record<string, string>) => server.api('mt5messenger_bind', own, params)
    const { bind_code } = await bind({ action: 'request', account_key: '1@A' })
    const refusal = await bind({ action: 'confirm', bind_code: String(bind_code), secret, open_id })
    expect(refusal).toMatchObject({ code: 401 })
    return (await server.act('device_get', { id })).messenger_open_id
  }

  it.each(['OU_x', 'Ou_x', 'ou_', 'ou-x', ' ', 'x', 'ou_\u0000'])('%j binds nothing', async (open_id) => {
    expect(await confirm(open_id)).toBe('')
  })

  it('of 60 KB binds nothing', async () => {
    expect(await confirm(`ou_${'x'.repeat(60_000)}`)).toBe('')
  })
})
