import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { type ConsoleReply, post } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'

/** The checks before every action: the request's origin, its tokens, its form. */
let server: TestServer
let owner: ConsoleClient
let url: string

beforeAll(async () => {
  server = await TestServer.start()
  owner = await server.owner()
  url = server.running.consoleUrl
})
afterAll(() => server.end())

async function send(
  act: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<ConsoleReply> {
  const response = await fetch(`${url}/ajax.php?act=${act}`, {
    method: 'POST',
    headers: { cookie: owner.cookie, 'x-csrf-token': owner.csrf, ...headers },
    body,
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  return (await response.json()) as ConsoleReply
}

describe('CSRF token', () => {
  it.each(['', 'wrong', 'x'.repeat(43)])('%j is refused and nothing happens', async (token) => {
    const before = await owner.call('app_list', {})
    expect(await owner.try('app_create', { name: 'X' }, { 'x-csrf-token': token })).toMatchObject({
      code: 403,
    })
    expect(await owner.call('app_list', {})).toEqual(before)
  })

  it('a missing token is refused, also for reads', async () => {
    const reply: unknown = await (await post(url, 'app_list', {}, { cookie: owner.cookie })).json()
    expect(reply).toMatchObject({ code: 403 })
  })

  it('a token of another session is refused', async () => {
    const response = await post(url, 'login', { name: 'owner', password: 'correct horse battery' }, {})
    const { msg } = (await response.json()) as { msg: { csrf: string } }
    expect(await owner.try('app_list', {}, { 'x-csrf-token': msg.csrf })).toMatchObject({ code: 403 })
  })
})

describe('origin', () => {
  it.each<[string, Record<string, string>]>([
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['the right host at another port', { origin: 'http://127.0.0.1:1' }],
    ['an opaque Origin', { origin: 'null' }],
    ['Sec-Fetch-Site cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site same-site', { 'sec-fetch-site': 'same-site' }],
  ])('%s is refused before any other check, also for login', async (_, headers) => {
    expect(await send('app_list', '{}', headers)).toMatchObject({ code: 403 })
    expect(await send('nosuch', '{}', headers)).toMatchObject({ code: 403 })
    const login = await post(url, 'login', { name: 'owner', password: 'correct horse battery' }, headers)
    expect(await login.json()).toMatchObject({ code: 403 })
    expect(login.headers.getSetCookie()).toEqual([])
  })

  it("the server's own origin is served", async () => {
    expect(await send('me', '{}', { origin: url, 'sec-fetch-site': 'same-origin' })).toMatchObject({
      code: 200,
    })
  })

  it('a foreign name that resolves to this server gets no answer (DNS rebinding)', async () => {
    const { port } = new URL(url)
    for (const path of ['/console/', '/ajax.php?act=me', '/']) {
      const status = await new Promise((resolve, reject) => {
        request(
          { port, path, headers: { host: `evil.example:${port}`, cookie: owner.cookie } },
          (response) => {
            response.resume()
            resolve(response.statusCode)
          },
        )
          .on('error', reject)
          .end()
      })
      expect(status).toBe(421)
    }
  })

  it('the loopback name is taken in any case', async () => {
    const { port } = new URL(server.running.consoleUrl)
    const status = await new Promise((resolve, reject) => {
      request({ port, path: '/console/', headers: { host: `LOCALHOST:${port}` } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
    expect(status).toBe(200)
  })

  it('the public listener has no console unless it is switched on', async () => {
    const response = await post(server.running.publicUrl, 'login', { name: 'owner', password: 'x' }, {})
    expect(await response.json()).toMatchObject({ code: 400 })
    expect(response.headers.getSetCookie()).toEqual([])
    expect((await fetch(`${server.running.publicUrl}/console/`)).status).toBe(404)
  })

  it("the customers' page is at / of the public listener and links nowhere by itself", async () => {
    const response = await fetch(`${server.running.publicUrl}/`, { redirect: 'manual' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    )
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('the address of the console’s own listener leads to the console', async () => {
    const response = await fetch(`${url}/`, { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(new URL(response.headers.get('location') ?? '', url).pathname).toMatch(/^\/console/)
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('input of a call', () => {
  it.each(['', 'nosuch', 'App_List', '__proto__', 'constructor', 'toString', '../me', 'me%00'])(
    'the unknown action %j is refused',
    async (act) => {
      expect(await send(act, '{}')).toMatchObject({ code: 400, msg: '没有相关操作' })
    },
  )

  it('an unknown action is HTTP 200 with code 400 on both listeners, by every method, in the requested language', async () => {
    const english = 'There is no such operation'
    for (const listener of [url, server.running.publicUrl]) {
      for (const method of ['GET', 'POST', 'PUT']) {
        for (const [query, msg] of [
          ['?act=nosuch', '没有相关操作'],
          ['?act=nosuch&lang=en', english],
          ['?lang=zh', '没有相关操作'],
          ['', '没有相关操作'],
        ]) {
          const response = await fetch(`${listener}/ajax.php${query}`, { method })
          expect([response.status, await response.json()]).toEqual([
            200,
            { code: 400, msg, time: server.clock.now() },
          ])
        }
      }
    }
    await server.act('settings_set', { site: { language: 'en' } })
    expect(await send('nosuch', '{}')).toMatchObject({ code: 400, msg: english })
    const response = await fetch(`${server.running.publicUrl}/ajax.php?act=nosuch`)
    expect(await response.json()).toMatchObject({ code: 400, msg: english })
    await server.act('settings_set', { site: { language: 'zh-CN' } })
  })

  it.each(['{', 'null', '[]', '"text"', '1', 'a=b', '\ufeff', '[[[[[[[['])(
    'a body that is no object is refused: %j',
    async (body) => {
      expect(await send('app_list', body)).toMatchObject({
        code: 422,
        fields: { body: expect.any(String) as string },
      })
    },
  )

  it('an empty body is an empty object', async () => {
    expect(await send('me', '')).toMatchObject({ code: 200 })
  })

  it('invalid UTF-8 and 30,000 nested arrays are refused like any other bad body', async () => {
    expect(await send('app_create', Uint8Array.of(0xff, 0xfe, 0x7b))).toMatchObject({ code: 422 })
    expect(await send('app_create', '['.repeat(30_000) + ']'.repeat(30_000))).toMatchObject({ code: 422 })
  })

  it.each([
    ['half a character', '"\\ud83d"', 422],
    ['its other half', '"x\\uDE00"', 422],
    ['bytes of no character', Buffer.from('22ff22', 'hex'), 422],
    ['a whole character, escaped', '"\\ud83d\\ude00"', 200],
    ['a text that looks like half of one', '"\\\\ud83d"', 200],
  ])('the server checks %s in a name', async (_, name, code) => {
    const body = Buffer.concat([Buffer.from('{"name":'), Buffer.from(name as string), Buffer.from('}')])
    expect(await send('app_create', body)).toMatchObject({ code })
  })

  it('names each wrong field and no value of it', async () => {
    const reply = await owner.try('app_update', {
      app: 10_001,
      window: -1,
      mt5: { trial_seconds: 'secret' },
      nosuch: 1,
    })
    expect(reply).toMatchObject({ code: 422 })
    expect(Object.keys(reply.fields!).sort()).toEqual(['body', 'mt5.trial_seconds', 'window'])
    expect(JSON.stringify(reply)).not.toContain('secret')
  })

  it('a member called __proto__ changes nothing and pollutes nothing', async () => {
    const reply = await send('app_create', '{"name":"P","__proto__":{"owner":true},"constructor":{}}')
    expect(reply).toMatchObject({ code: 422 })
    expect(({} as Record<string, unknown>)['owner']).toBeUndefined()
  })

  it('only POST is allowed', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await fetch(`${url}/ajax.php?act=me`, { method, headers: { cookie: owner.cookie } })
      expect(await response.json()).toMatchObject({ code: 400 })
    }
  })

  it('every answer of the console has the security headers', async () => {
    for (const path of ['/console/', '/ajax.php?act=nosuch', '/nothing']) {
      const { headers } = await fetch(url + path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

describe('content security policy of the console pages', () => {
  it.each(['/console/', '/'])(
    '%s: allows scripts and styles of this server, and no inline ones',
    async (path) => {
      const { headers } = await fetch(url + path)
      const policy = new Map(
        (headers.get('content-security-policy') ?? '')
          .split('; ')
          .map((directive) => directive.split(' '))
          .map(([name, ...sources]) => [name, sources] as const),
      )
      expect(policy.get('default-src')).toEqual(["'none'"])
      expect(policy.get('script-src')).toEqual(["'self'"])
      expect(policy.get('style-src')).toEqual(["'self'", expect.stringMatching(/^'nonce-[\w-]{22}'$/)])
      expect(policy.get('connect-src')).toEqual(["'self'"])
      for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
        expect(policy.get(name)).toEqual(["'none'"])
    },
  )
})

describe('the address of the client API in `me`', () => {
  /** A request as a browser sends it after it looked up this name. */
  const meAt = (listener: string, headers: Record<string, string>): Promise<ConsoleReply> =>
    new Promise((resolve, reject) => {
      request(
        `${listener}/ajax.php?act=me`,
        { method: 'POST', headers: { cookie: owner.cookie, 'content-type': 'application/json', ...headers } },
        (response) => {
          json(response).then((reply) => {
            resolve(reply as ConsoleReply)
          }, reject)
        },
      )
        .on('error', reject)
        .end('{}')
    })

  it('on the private listener is the address of the public one', async () => {
    const { port } = new URL(url)
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`])
      expect(await meAt(url, { host })).toMatchObject({ msg: { public_url: server.running.publicUrl } })
  })

  it('from outside is the address in use, with the scheme of a trusted proxy', async () => {
    await server.act('settings_set', {
      listeners: { console_public: true },
      client_address: { source: 'x_forwarded_for', trusted: ['127.0.0.1'] },
    })
    const listener = server.running.publicUrl
    expect(await meAt(listener, { host: 'licence.example.com:8080' })).toMatchObject({
      msg: { public_url: 'http://licence.example.com:8080' },
    })
    // The session cookie has another name under TLS.
    const cookie = `__Host-${owner.cookie}`
    const proxied = { host: 'licence.example.com', 'x-forwarded-proto': 'https', cookie }
    expect(await meAt(listener, proxied)).toMatchObject({
      msg: { public_url: 'https://licence.example.com' },
    })
    expect(await meAt(listener, { host: 'no name at all' })).toMatchObject({ msg: { public_url: listener } })
    await server.act('settings_set', {
      listeners: { console_public: false },
      client_address: { source: 'socket', trusted: [] },
    })
  })
})
