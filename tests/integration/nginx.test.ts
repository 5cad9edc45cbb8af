import { readFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNginx, type Nginx } from '../support/nginx.ts'
import { callApi } from '../support/runtime-client.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'

/** The whole server behind a real nginx, as vendors configure it. */

let server: TestServer
let nginx: Nginx
const HOST = 'console.example:8443'
const ORIGIN = `https://${HOST}`

/** The servers of nginx below, by their place. */
const At = { unset: 0, hostWithoutPort: 1, forwardedHost: 2, folder: 3, loopback: 4 } as const
type At = (typeof At)[keyof typeof At]

beforeAll(async () => {
  server = await TestServer.start()
  const open = server.running.publicUrl
  const reports = `
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto https;`
  nginx = await startNginx([
    `location / { proxy_pass ${open}; ${reports} }`,
    `location / { proxy_pass ${open}; proxy_set_header Host $host; ${reports} }`,
    `location / {
      proxy_pass ${open}; proxy_set_header Host $host; proxy_set_header X-Forwarded-Host $http_host; ${reports} }`,
    `location /removed/ { proxy_pass ${open}/; ${reports} proxy_set_header Host $http_host; }
     location /yz { proxy_pass ${open}; ${reports} proxy_set_header Host $http_host; }`,
    `location / { proxy_pass ${server.running.consoleUrl}; ${reports} proxy_set_header Host $http_host; }`,
  ])
  await server.act('settings_set', { listeners: { console_public: true } })
})
afterAll(async () => {
  await nginx.stop()
  await server.end()
})

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

function ask(at: At, path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${nginx.urls[at] ?? ''}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { host: HOST, 'content-type': 'application/json', ...headers },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      void text(response).then((read) => {
        resolve({ status: response.statusCode, headers: response.headers, body: read })
      }, reject)
    })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** What a browser at the public name sends to sign in. */
async function signIn(at: At, path = '/ajax.php'): Promise<Answer & { readonly reply: Reply }> {
  const browser = { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }
  const answer = await ask(at, `${path}?act=login`, browser, { name: 'owner', password: OWNER_PASSWORD })
  return { ...answer, reply: JSON.parse(answer.body) as Reply }
}
interface Reply {
  readonly code: number
  readonly msg: unknown
  readonly fields?: Record<string, string>
}

async function configure(change: { trusted?: string[]; address?: string }): Promise<void> {
  const { trusted = [], address = '' } = change
  await server.act('settings_set', {
    client_address: { source: 'x_forwarded_for', trusted },
    site: { public_address: address },
  })
}

describe('the console behind nginx', () => {
  it('names what the proxy sent and what the browser sent where they differ', async () => {
    await configure({ trusted: ['127.0.0.1'] })
    const { reply } = await signIn(At.unset)
    const host = server.running.publicUrl.replace('http:', 'https:')
    expect(reply).toMatchObject({ code: 403, fields: { origin: ORIGIN, host } })
    expect(reply.msg).toContain(ORIGIN)
    expect(reply.msg).toContain(host)
    expect((await signIn(At.hostWithoutPort)).reply).toMatchObject({
      code: 403,
      fields: { origin: ORIGIN, host: 'https://console.example' },
    })
  })

  it.each([At.unset, At.hostWithoutPort])(
    'works once the public address is set, whatever Host nginx sends: %i',
    async (at) => {
      await configure({ trusted: ['127.0.0.1'], address: ORIGIN })
      const { reply, headers } = await signIn(at)
      expect(reply).toMatchObject({ code: 200 })
      expect(headers['set-cookie']?.[0]).toMatch(/^__Host-sid=.*; Secure/)
    },
  )

  it('works by X-Forwarded-Host of a trusted proxy, and counts the client that the proxy names', async () => {
    await configure({ trusted: ['127.0.0.1'] })
    const { reply, headers } = await signIn(At.forwardedHost)
    expect(reply).toMatchObject({ code: 200 })
    const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    const { csrf } = reply.msg as { csrf: string }
    const session = { origin: ORIGIN, cookie, 'x-csrf-token': csrf }
    const me = await ask(At.forwardedHost, '/ajax.php?act=me', session, {})
    expect(JSON.parse(me.body)).toMatchObject({ msg: { public_url: ORIGIN, public_is_set: false } })
  })

  it('believes no other proxy', async () => {
    await configure({ trusted: ['192.0.2.1'] })
    const { reply, headers } = await signIn(At.forwardedHost)
    expect(reply).toMatchObject({ code: 403, fields: { host: 'http://console.example' } })
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('refuses another site, whatever it claims', async () => {
    await configure({ trusted: ['127.0.0.1'], address: ORIGIN })
    const other = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const login = { name: 'owner', password: OWNER_PASSWORD }
    const { body } = await ask(At.unset, '/ajax.php?act=login', other, login)
    expect(JSON.parse(body)).toMatchObject({ code: 403 })
    const page = { ...other, 'sec-fetch-site': 'same-origin' }
    expect(JSON.parse((await ask(At.unset, '/ajax.php?act=login', page, login)).body)).toMatchObject({
      code: 403,
    })
  })
})

describe("the console's own listener behind nginx", () => {
  it('answers under the public name to a trusted proxy, and says in words what is missing', async () => {
    await configure({ trusted: ['127.0.0.1'] })
    const refused = await ask(At.loopback, '/console/')
    expect(refused.status).toBe(421)
    expect(refused.body).toContain(HOST)
    await configure({ address: ORIGIN })
    expect((await ask(At.loopback, '/console/')).status).toBe(421)
    await configure({ trusted: ['127.0.0.1'], address: ORIGIN })
    expect((await ask(At.loopback, '/console/')).status).toBe(200)
    expect((await signIn(At.loopback)).reply).toMatchObject({ code: 200 })
    expect((await ask(At.loopback, '/console/', { host: 'evil.example' })).status).toBe(421)
    const forged = { host: 'evil.example', 'x-forwarded-host': HOST }
    expect((await ask(At.loopback, '/console/', forged)).status).toBe(421)
  })
})

describe('the folder of the public address', () => {
  it.each(['/removed', '/yz'])('is served whether nginx removes it or passes it on: %s', async (folder) => {
    const app = await server.application()
    await configure({ trusted: ['127.0.0.1'], address: `${ORIGIN}/yz/` })
    const notice = await ask(At.folder, `${folder}/api.php?api=notice&app=${app}`)
    expect(JSON.parse(notice.body)).toMatchObject({ code: 200 })
    expect((await ask(At.folder, `${folder}/`)).headers['content-type']).toContain('text/html')
    expect((await ask(At.folder, `${folder}/console/`)).headers['content-type']).toContain('text/html')
    const moved = await ask(At.folder, `${folder}/console`)
    expect(new URL(moved.headers.location!, `${ORIGIN}${folder}/console`).href).toBe(
      `${ORIGIN}${folder}/console/`,
    )
    expect((await signIn(At.folder, `${folder}/ajax.php`)).reply).toMatchObject({ code: 200 })
  })

  it('gets the slash that the page needs, and stays reachable at the root', async () => {
    await configure({ trusted: ['127.0.0.1'], address: `${ORIGIN}/yz/` })
    const bare = await ask(At.folder, '/yz')
    expect(bare.status).toBe(302)
    expect(new URL(bare.headers.location!, `${ORIGIN}/yz`).href).toBe(`${ORIGIN}/yz/`)
    expect((await ask(At.unset, '/')).status).toBe(200)
    expect((await ask(At.unset, '/other/')).status).toBe(404)
  })
})

describe('the guide to proxies', () => {
  it.each(['docs/in-front.md', 'docs/zh-CN/in-front.md'])(
    '%s has a configuration that works',
    async (file) => {
      const guide = readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8')
      const block = /```nginx\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
      const [shared = '', content = ''] = block.split(/^server \{\n\s*listen 80;\n\s*server_name \S+;/m)
      const upstream = shared.replace('127.0.0.1:8787', server.running.publicUrl.replace('http://', ''))
      const proxy = await startNginx([content.replace(/\}\s*$/, '')], upstream)
      await configure({ trusted: ['127.0.0.1'], address: ORIGIN })
      const app = await server.application({ free_mode: true })
      const pulsed = await callApi(proxy.urls[0] ?? '', 'mt5pulse', app, { account_key: '1@Broker' })
      const page = await fetch(`${proxy.urls[0] ?? ''}/`)
      await proxy.stop()
      expect(pulsed.code).toBe(200)
      expect(page.status).toBe(200)
    },
  )
})
