import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_ACTIONS } from '../../src-server/ajax/selfservice/index.ts'
import type { SelfServiceAction } from '../../src-server/contract/self-service.ts'
import { post } from '../support/console-client.ts'
import { newAddress, trustOwnHeaders, visit } from '../support/self-service-client.ts'
import { START, TestServer } from '../support/test-server.ts'
import { RawConnection } from './raw-connection.ts'

/** The public actions of ajax.php: the form of requests, and their limits (docs/protocol.md 1 and 10). */
let server: TestServer
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  await trustOwnHeaders(server)
  app = await server.application()
  const rows = [
    { kami: '卡密-DOOR-1', type: 'permanent' as const, markcode: 'MACHINE-0001', use_time: START },
  ]
  await server.act('code_import', { app, rows })
})
afterAll(() => server.end())

const NAMES = PUBLIC_ACTIONS.map(({ name }) => name)
const METHODS = new Map(PUBLIC_ACTIONS.map(({ name, methods }) => [name, methods]))
const listeners = () => [server.running.publicUrl, server.running.consoleUrl]
const raw = (url: string, method: string, headers: Record<string, string> = {}) =>
  fetch(url, { method, headers: { 'x-forwarded-for': newAddress(), ...headers } })

describe('every public action', () => {
  it.each(NAMES)('%s is served by both listeners to a page of any origin, without a cookie', async (act) => {
    for (const listener of listeners()) {
      const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site', cookie: 'sid=x' }
      const method = METHODS.get(act)![0]!
      const reply = await visit(server, act, {}, { listener, headers, method })
      expect(reply.status).toBe(200)
      expect(Object.keys(JSON.parse(reply.text) as object).slice(0, 3)).toEqual(['code', 'msg', 'time'])
      expect(reply.time).toBe(server.clock.now())
      expect(reply.headers.get('access-control-allow-origin')).toBe('*')
      expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(reply.headers.get('cache-control')).toBe('no-store')
      expect(reply.headers.getSetCookie()).toEqual([])
    }
  })

  it.each(NAMES)('%s answers a preflight', async (act) => {
    for (const listener of listeners()) {
      const response = await raw(`${listener}/ajax.php?act=${act}`, 'OPTIONS', {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
      })
      expect(response.status).toBe(204)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-allow-methods')).toContain('POST')
    }
  })

  it.each(NAMES.flatMap((act) => ['GET', 'POST', 'PUT', 'DELETE'].map((method) => [act, method] as const)))(
    '%s takes %s',
    async (act, method) => {
      const takes = METHODS.get(act)!.some((one) => one === method)
      const reply = await visit(server, act, {}, { method })
      if (takes) expect(reply.code).not.toBe(141)
      else expect(reply).toMatchObject({ status: 200, code: 141, msg: '提交方式有误' })
    },
  )
})

it('HEAD is refused as PUT is, without the text', async () => {
  const url = `${server.running.publicUrl}/ajax.php?act=image`
  const [head, put, get] = await Promise.all(['HEAD', 'PUT', 'GET'].map((method) => raw(url, method)))
  expect(head!.headers.get('content-length')).toBe(put!.headers.get('content-length'))
  expect(head!.headers.get('content-length')).not.toBe(get!.headers.get('content-length'))
})

describe('names of actions', () => {
  it("the console's actions are absent on the public listener and guarded on the other", async () => {
    for (const act of ['login', 'nosuch']) {
      const reply = await post(server.running.publicUrl, act, {}, {})
      expect([reply.status, await reply.json()]).toMatchObject([200, { code: 400, msg: '没有相关操作' }])
    }
    const { consoleUrl } = server.running
    expect(await (await post(consoleUrl, 'nosuch', {}, {})).json()).toMatchObject({ code: 400 })
    const foreign = { origin: 'https://elsewhere.example' }
    const refused = await post(consoleUrl, 'app_list', {}, foreign)
    expect(await refused.json()).toMatchObject({ code: 403 })
    expect(refused.headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await raw(`${consoleUrl}/ajax.php?act=app_list`, 'OPTIONS', foreign)
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('the last of several counts, and an escaped name is unknown', async () => {
    const [listener] = listeners()
    const last = await raw(`${listener}/ajax.php?act=login&act=site`, 'POST')
    expect(await last.json()).toMatchObject({ code: 200, msg: { name: 'Pulsekey' } })
    for (const query of ['act=site&act=login', 'act=sit%65']) {
      const reply = await raw(`${listener}/ajax.php?${query}`, 'POST')
      expect(await reply.json()).toMatchObject({ code: 400 })
    }
  })

  it('a session has no effect', async () => {
    const { cookie, csrf } = await server.owner()
    const reply = await visit(
      server,
      'user',
      {},
      { listener: server.running.consoleUrl, headers: { cookie, 'x-csrf-token': csrf } },
    )
    expect(reply.code).toBe(109)
  })

  it('both kinds exist where the public listener serves the console', async () => {
    await server.act('settings_set', { listeners: { console_public: true } })
    const { publicUrl } = server.running
    expect((await visit(server, 'site')).msg).toMatchObject({ console: true })
    expect(await (await post(publicUrl, 'nosuch', {}, {})).json()).toMatchObject({ code: 400 })
    await server.act('settings_set', { listeners: { console_public: false } })
    expect((await visit(server, 'site')).msg).toMatchObject({ console: false })
  })
})

describe('parameters', () => {
  const card = '卡密-DOOR-1'
  const known = { code: 200, msg: { product: 'Gold Grid', device: 'MA****01' } }
  const gbk = (text: string) => Buffer.from(text.replace('卡密', '%BF%A8%C3%DC'), 'latin1')

  it.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>]>([
    ['a form', new URLSearchParams({ card }).toString(), {}],
    ['JSON', JSON.stringify({ card }), {}],
    [
      'JSON that calls itself a form',
      JSON.stringify({ card }),
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    [
      'a form that calls itself JSON',
      `card=${encodeURIComponent(card)}`,
      { 'content-type': 'application/json' },
    ],
    ['a form that calls itself text', `card=${encodeURIComponent(card)}`, { 'content-type': 'text/plain' }],
    ['raw UTF-8', Buffer.from(`card=${card}`), {}],
    ['GBK, escaped', gbk('card=卡密-DOOR-1'), {}],
    [
      'GBK bytes',
      Buffer.concat([Buffer.from('card='), Buffer.from([0xbf, 0xa8, 0xc3, 0xdc]), Buffer.from('-DOOR-1')]),
      {},
    ],
    ['a NUL at the end', Buffer.from(`card=${card}\0garbage`), {}],
    ['a leading &', `&card=${encodeURIComponent(card)}`, {}],
  ])('%s: is read', async (_, body, headers) => {
    expect(await visit(server, 'query_km', {}, { body, headers })).toMatchObject(known)
  })

  it("the URL's parameters count too, and the body wins", async () => {
    const query = `&card=${encodeURIComponent(card)}`
    expect(await visit(server, 'query_km', {}, { query })).toMatchObject(known)
    expect((await visit(server, 'query_km', { card: 'NOSUCH' }, { query })).code).toBe(149)
    expect(await visit(server, 'query_km', { card }, { query: '&card=NOSUCH' })).toMatchObject(known)
  })

  it.each(['card[]=X', 'card[a]=X', '__proto__=X', 'constructor=X'])('%s is no card', async (body) => {
    expect((await visit(server, 'query_km', {}, { body })).code).toBe(148)
  })

  it('JSON counts in its flat members only', async () => {
    const body = JSON.stringify({ card: { $ne: '' }, product: [1] })
    expect((await visit(server, 'query_km', {}, { body })).code).toBe(148)
  })

  it('raw bytes in the URL are served', async () => {
    const line = await RawConnection.open(server.running.publicUrl)
    await line.write(
      Buffer.from(
        `POST /ajax.php?act=query_km&card=${card} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`,
      ),
    )
    const { status, body } = await line.reply()
    expect([status, JSON.parse(body)]).toMatchObject([200, known])
    line.close()
  })

  it('an excess answers 401, and a body that is too long 413', async () => {
    const many = Array.from({ length: 201 }, (_, at) => `p${at}=1`).join('&')
    expect(await visit(server, 'query_km', {}, { body: many })).toMatchObject({ status: 200, code: 401 })
    expect(await visit(server, 'query_km', {}, { query: `&${many}` })).toMatchObject({
      status: 200,
      code: 401,
    })
    expect((await visit(server, 'query_km', {}, { query: `&x=${'x'.repeat(8200)}` })).code).toBe(401)
    const body = `card=${'x'.repeat(64 * 1024)}`
    expect(await visit(server, 'query_km', {}, { body })).toMatchObject({ status: 413, code: 401 })
  })
})

describe('languages', () => {
  it('the answer is Chinese unless the site or the customer chooses another language', async () => {
    const msg = async (params: Record<string, string>) => (await visit(server, 'query_km', params)).msg
    expect(await msg({})).toBe('卡密为空')
    for (const lang of ['en', 'en-GB', 'EN']) expect(await msg({ lang })).toBe('The code is missing')
    for (const lang of ['fr', 'english', '']) expect(await msg({ lang })).toBe('卡密为空')
    await server.act('settings_set', { site: { language: 'en' } })
    expect(await msg({})).toBe('The code is missing')
    expect(await msg({ lang: 'zh-CN' })).toBe('卡密为空')
    await server.act('settings_set', { site: { language: 'zh-CN' } })
  })

  it('own texts and the refusal of a method follow the language', async () => {
    expect(await visit(server, 'request_status', { request: 'x', lang: 'en' })).toMatchObject({
      msg: 'There is no such request',
    })
    expect(await visit(server, 'user', {}, { method: 'GET', query: '&lang=en' })).toMatchObject({
      msg: 'The request method is wrong',
    })
  })
})

describe('limits per address and code', () => {
  const card = '卡密-DOOR-1'
  const many = (count: number) => Array.from({ length: count }, (_, at) => at)
  const lookUp = (
    from: string,
    act: SelfServiceAction = 'query_km',
    params: Record<string, string> = { card },
  ) => visit(server, act, params, { from })

  it('sixty lookups in ten minutes from one address', async () => {
    const from = newAddress()
    const codes = await Promise.all(many(60).map(async () => (await lookUp(from)).code))
    expect(new Set(codes)).toEqual(new Set([200]))
    const refused = await lookUp(from)
    expect(refused).toMatchObject({ status: 429, code: 429, msg: '请求频率过快' })
    expect(refused.headers.get('retry-after')).toBe('600')
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    expect(refused.headers.get('access-control-expose-headers')).toBe('Retry-After')
    expect((await lookUp(newAddress())).code).toBe(200)
    server.clock.pass(599)
    expect((await lookUp(from)).headers.get('retry-after')).toBe('1')
    server.clock.pass(1)
    expect((await lookUp(from)).code).toBe(200)
  })

  it('twenty guesses, after which known codes are refused like unknown ones', async () => {
    const from = newAddress()
    const guesses = await Promise.all(
      many(20).map(async (at) => (await lookUp(from, 'query_km', { card: `GUESS-${at}` })).code),
    )
    expect(new Set(guesses)).toEqual(new Set([149]))
    for (const params of [{ card }, { card: 'GUESS-99' }]) {
      expect(await lookUp(from, 'query_km', params)).toMatchObject({ status: 429, code: 429 })
    }
    expect((await lookUp(from, 'request_status', { request: 'x' })).code).toBe(429)
    expect((await lookUp(from, 'image', {})).code).toBe(200)
  })

  it('ten new requests an hour from one address, for any subjects', async () => {
    const from = newAddress()
    const kamis = many(11).map((at) => `FLOOD-${at}-ABCDEF`)
    const rows = kamis.map((kami) => ({ kami, type: 'permanent' as const, markcode: 'PC', use_time: START }))
    await server.act('code_import', { app, rows })
    const open = (kami: string) => lookUp(from, 'unbind_km', { card: kami, contact: 'c', reason: 'r' })
    for (const kami of kamis.slice(0, 10)) expect((await open(kami)).code).toBe(200)
    server.clock.pass(600)
    const refused = await open(kamis[10]!)
    expect(refused).toMatchObject({ status: 429, code: 429 })
    expect(refused.headers.get('retry-after')).toBe('3000')
    server.clock.pass(3000)
    expect((await open(kamis[10]!)).code).toBe(200)
  })

  it('five a day for one code from all addresses', async () => {
    const rows = [{ kami: 'FLOOD-ONE', type: 'permanent' as const, markcode: 'PC', use_time: START }]
    await server.act('code_import', { app, rows })
    const open = () => visit(server, 'unbind_km', { card: 'FLOOD-ONE', contact: 'c', reason: 'r' })
    for (const _ of many(5)) {
      const { code, msg } = await open()
      expect(code).toBe(200)
      // A repeated request is the same request and counts once.
      expect((await open()).msg).toEqual(msg)
      await visit(server, 'request_withdraw', { request: (msg as { request_id: string }).request_id })
    }
    expect(await open()).toMatchObject({ status: 429, code: 429 })
    server.clock.pass(86_400)
    expect((await open()).code).toBe(200)
  })
})
