import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { TestServer, type Mt5 } from '../support/test-server.ts'
import { bindCode, boundTo } from './bind-world.ts'

const FOREVER = 4_102_243_200
const SECRET = 'bridge-secret-1'
let server: TestServer
let app: number
let accounts = 0

beforeAll(async () => {
  server = await TestServer.start()
  app = await application()
})
afterAll(() => server.end())

const application = (mt5: Mt5 = {}, more: Omit<ActionInput<'app_update'>, 'app'> = {}) =>
  server.application({ ...more, mt5: { bind_secret: SECRET, bot_link: 'https://bot.example/x', ...mt5 } })

async function account(fields: Partial<ActionInput<'device_create'>> = {}, at = app) {
  const key = `${++accounts}@A`
  const { id } = await server.act('device_create', { app: at, account_key: key, vip: FOREVER, ...fields })
  return { key, id }
}

const call = (action: string, params: Record<string, string> = {}, at = app) =>
  server.api('mt5messenger_bind', at, { action, ...params })
const request = (key: string, at = app) => call('request', { account_key: key }, at)
/** The `status` in the reply, not the HTTP status. */
async function status(code: string, at = app) {
  const { text } = await call('status', { bind_code: code }, at)
  return { text, ...(JSON.parse(text) as { code: number; msg: string; time: number; status?: string }) }
}
const confirm = (code: string, change: Record<string, string> = {}, at = app) =>
  call('confirm', { bind_code: code, secret: SECRET, open_id: 'ou_1', ...change }, at)

const codeFor = (key: string, at = app) => bindCode(server, at, key)
const outbox = (at: number) => server.store.read((unit) => unit.outbox.newest(at, 10))
const fieldsOf = (text: string) => Object.keys(JSON.parse(text) as object)

describe('config', () => {
  it('tells whether, where and how to bind', async () => {
    const mt5 = { messenger_enabled: true, messenger_app_id: 'cli_1', messenger_app_secret: 's' }
    const open = await application(mt5, { language: 'en' })
    const reply = await call('config', {}, open)
    expect(reply).toMatchObject({ code: 200, msg: 'success', enabled: 1, bot_link: 'https://bot.example/x' })
    expect(fieldsOf(reply.text)).toEqual(['code', 'time', 'check', 'msg', 'enabled', 'bot_link', 'hint'])
    expect(reply.text).not.toContain(SECRET)
    await server.act('app_update', { app: open, mt5: { messenger_enabled: false } })
    expect(await call('config', {}, open)).toMatchObject({
      enabled: 0,
      hint: 'Messages are switched off for this application',
    })
  })

  it.each(['', 'nosuch'])('answers 400 to the action %j', async (action) => {
    expect(await call(action)).toMatchObject({ code: 400, msg: '没有相关操作' })
  })
})

describe('request', () => {
  it('gives a code of 8 characters with all that the page shows', async () => {
    const { key } = await account()
    const reply = await request(key)
    const code = String(reply['bind_code'])
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
    expect(reply).toMatchObject({
      code: 200,
      account_key: key,
      expire_at: server.clock.now() + 600,
      expire_sec: 600,
      bot_link: 'https://bot.example/x',
      send_text: `绑定 ${code}`,
    })
    expect(String(reply['steps'])).toContain(`绑定 ${code}`)
    expect(fieldsOf(reply.text).slice(4)).toEqual([
      'bind_code',
      'account_key',
      'expire_at',
      'expire_sec',
      'bot_link',
      'send_text',
      'steps',
    ])
  })

  it('takes mt5_login and mt5_server, by GET, from a page of another origin', async () => {
    const { key } = await account()
    const url = `${server.running.publicUrl}/api.php?api=mt5messenger_bind&app=${app}`
    const response = await fetch(`${url}&action=request&mt5_login=${key.split('@')[0]!}&mt5_server=A`, {
      headers: { origin: 'https://shop.example' },
    })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toMatchObject({ code: 200, account_key: key })
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://shop.example' } })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
  })

  it.each([
    ['disabled', { disabled: true, disable_reason: 'Chargeback' }, 114, 'Chargeback'],
    ['expired', { vip: 1 }, 201, 'MT5授权已到期'],
  ])('%s: gives no code', async (_, fields, code, msg) => {
    const reply = await request((await account(fields)).key)
    expect(reply).toMatchObject({ code, msg })
    expect(reply).not.toHaveProperty('bind_code')
  })

  it('answers 404 for an unknown account and 403 with the policy off', async () => {
    expect(await request('404@Nowhere')).toMatchObject({ code: 404, msg: 'MT5授权不存在' })
    expect(await request('')).toMatchObject({ code: 404 })
    const off = await application({ enabled: false })
    expect(await request('1@A', off)).toMatchObject({ code: 403, msg: '该应用未开启MT5授权' })
  })

  it('replaces the code before with a newer one', async () => {
    const { key, id } = await account()
    const [first, second] = [await codeFor(key), await codeFor(key)]
    expect(await status(first)).toMatchObject({ code: 200, status: 'expired' })
    expect(await confirm(first)).toMatchObject({ code: 410 })
    expect(await boundTo(server, id)).toBe('')
    expect(await confirm(second)).toMatchObject({ code: 200 })
  })

  it('gives five codes in ten minutes for an account, also in simultaneous calls', async () => {
    const { key } = await account()
    const replies = await Promise.all(Array.from({ length: 8 }, () => request(key)))
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(5)
    const states = await Promise.all(
      replies.filter(({ code }) => code === 200).map((reply) => status(String(reply['bind_code']))),
    )
    expect(states.filter((reply) => reply.status === 'pending')).toHaveLength(1)
    expect(await request(key)).toMatchObject({ code: 201, msg: '请求频率过快' })
    expect(await request((await account()).key)).toMatchObject({ code: 200 })
    server.clock.pass(600)
    expect(await request(key)).toMatchObject({ code: 200 })
  })
})

describe('status', () => {
  it('is pending, then bound', async () => {
    const { key } = await account()
    const code = await codeFor(key)
    const reply = await status(code)
    expect(reply).toMatchObject({
      code: 200,
      status: 'pending',
      account_key: key,
      expire_at: reply.time + 600,
    })
    expect(fieldsOf(reply.text).slice(4)).toEqual(['status', 'account_key', 'expire_at'])
    await confirm(code)
    server.clock.pass(700)
    expect(await status(code)).toMatchObject({ code: 200, status: 'bound' })
  })

  it('is expired at its 600th second', async () => {
    const code = await codeFor((await account()).key)
    server.clock.pass(599)
    expect(await status(code)).toMatchObject({ status: 'pending' })
    server.clock.pass(1)
    expect(await status(code)).toMatchObject({ code: 200, status: 'expired' })
  })

  it("answers 404 for an unknown, a missing, and another application's code", async () => {
    const code = await codeFor((await account()).key)
    for (const [given, at] of [
      ['ZZZZZZZZ', app],
      ['', app],
      [code, await application()],
    ] as const) {
      expect(await status(given, at)).toMatchObject({ code: 404, msg: '绑定码不存在' })
    }
  })

  it('refuses an address for ten minutes after 30 unknown codes', async () => {
    const guessed = await application()
    const code = await codeFor((await account({}, guessed)).key, guessed)
    for (let i = 0; i < 30; i++) expect(await status('GUESS234', guessed)).toMatchObject({ code: 404 })
    expect(await status(code, guessed)).toMatchObject({ code: 201, msg: '请求频率过快' })
    server.clock.pass(600)
    expect(await status(code, guessed)).toMatchObject({ code: 200 })
  })
})

describe('confirm', () => {
  it('binds the account at once and for good', async () => {
    const { key, id } = await account()
    const reply = await confirm(await codeFor(key), { open_id: 'ou_abc' })
    expect(reply).toMatchObject({ code: 200, msg: 'success', account_key: key, open_id: 'ou_abc' })
    expect(fieldsOf(reply.text).slice(4)).toEqual(['account_key', 'open_id'])
    expect(await boundTo(server, id)).toBe('ou_abc')
    await server.close()
    await server.open()
    expect(await boundTo(server, id)).toBe('ou_abc')
  })

  it('takes a code as people type it', async () => {
    const code = await codeFor((await account()).key)
    expect(await confirm(` ${code.toLowerCase()} `)).toMatchObject({ code: 200 })
  })

  it.each([
    ['wrong', { secret: 'bridge-secret-2' }],
    ['missing', { secret: '' }],
    ['right but for its case', { secret: SECRET.toUpperCase() }],
  ])('answers 403 to the secret %s and binds nothing', async (_, change) => {
    const { key, id } = await account()
    const code = await codeFor(key)
    expect(await confirm(code, { ...change, open_id: 'x' })).toMatchObject({ code: 403, msg: '绑定密钥有误' })
    expect(await boundTo(server, id)).toBe('')
    expect(await confirm(code)).toMatchObject({ code: 200 })
  })

  it('refuses everybody when the application has no secret', async () => {
    const bare = await application({ bind_secret: '' })
    const code = await codeFor((await account({}, bare)).key, bare)
    for (const secret of ['', 'x']) expect(await confirm(code, { secret }, bare)).toMatchObject({ code: 403 })
  })

  it.each(['', 'ou_', 'on_1', `ou_${'x'.repeat(126)}`, 'ou_a b'])(
    'answers 401 to open_id %j',
    async (openId) => {
      const code = await codeFor((await account()).key)
      expect(await confirm(code, { open_id: openId })).toMatchObject({ code: 401, msg: '错误的数据' })
      expect(await status(code)).toMatchObject({ status: 'pending' })
    },
  )

  it("answers 404 to an unknown code and to another application's", async () => {
    const other = await application()
    const code = await codeFor((await account()).key)
    expect(await confirm('ZZZZZZZZ')).toMatchObject({ code: 404, msg: '绑定码不存在' })
    expect(await confirm(code, {}, other)).toMatchObject({ code: 404 })
  })

  it("answers 410 after the code's time", async () => {
    const { key, id } = await account()
    const code = await codeFor(key)
    server.clock.pass(600)
    expect(await confirm(code)).toMatchObject({ code: 410, msg: '绑定码已过期,请重新获取' })
    expect(await boundTo(server, id)).toBe('')
  })

  it('answers 404 to a used code, and binds once in ten simultaneous calls', async () => {
    const { key, id } = await account()
    const code = await codeFor(key)
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, i) => confirm(code, { open_id: `ou_${i}` })),
    )
    expect(replies.filter((reply) => reply.code === 200)).toHaveLength(1)
    expect(replies.filter((reply) => reply.code === 404)).toHaveLength(9)
    expect(await boundTo(server, id)).toBe(replies.find((reply) => reply.code === 200)?.['open_id'])
  })

  it('sends a message to the person who was bound before, but not to the same person', async () => {
    const own = await application()
    const { key, id } = await account({}, own)
    await confirm(await codeFor(key, own), { open_id: 'ou_old' }, own)
    await confirm(await codeFor(key, own), { open_id: 'ou_old' }, own)
    expect(await outbox(own)).toEqual([])
    await confirm(await codeFor(key, own), { open_id: 'ou_new' }, own)
    expect(await boundTo(server, id)).toBe('ou_new')
    const messages = await outbox(own)
    expect(messages).toMatchObject([{ kind: 'messenger', openId: 'ou_old' }])
    expect(messages[0]?.text).toContain(key)
  })
})

describe('guesses of the secret', () => {
  it('make an address wait ten minutes after ten wrong ones, even with the right secret', async () => {
    const guessed = await application()
    const { key, id } = await account({}, guessed)
    const code = await codeFor(key, guessed)
    const replies = await Promise.all(
      Array.from({ length: 14 }, (_, i) => confirm(code, { secret: String(i) }, guessed)),
    )
    expect(replies.filter((reply) => reply.code === 403)).toHaveLength(10)
    expect(await confirm(code, {}, guessed)).toMatchObject({ code: 201, msg: '请求频率过快' })
    expect(await boundTo(server, id)).toBe('')
    server.clock.pass(600)
    expect(await confirm(await codeFor(key, guessed), {}, guessed)).toMatchObject({ code: 200 })
  })

  it('are not counted when a bridge with the right secret passes on typing errors', async () => {
    const own = await application()
    for (let i = 0; i < 30; i++) expect(await confirm('TYP2TYP2', {}, own)).toMatchObject({ code: 404 })
    expect(await confirm(await codeFor((await account({}, own)).key, own), {}, own)).toMatchObject({
      code: 200,
    })
  })
})
