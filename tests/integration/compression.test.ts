import { request, type IncomingHttpHeaders } from 'node:http'
import { request as requestTls } from 'node:https'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate } from '../support/certificate.ts'
import { START, TestServer } from '../support/test-server.ts'
import { EventStream } from './event-stream.ts'
import { RawConnection } from './raw-connection.ts'

let server: TestServer
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application({ app_gg: '公告，a notice. '.repeat(500) })
  const rows = Array.from({ length: 600 }, (_, i) => ({
    account_key: `${70_000 + i}@Broker-Live`,
    vip: START + 86_400,
    label: `Account of customer ${i}`,
    note: `打电话 ${'a note that says the same as all others. '.repeat(5)}`,
  }))
  expect(await server.act('device_import', { app, rows })).toMatchObject({ done: 600 })
})
afterAll(() => server.end())

interface Answer {
  readonly headers: IncomingHttpHeaders
  readonly sent: Buffer
  readonly text: string
}

const OPEN = { br: brotliDecompressSync, gzip: gunzipSync, plain: (bytes: Buffer) => bytes }

/** An answer as it comes over the wire, and its text. */
function ask(url: string, accepts: string | undefined, body?: string, more = {}): Promise<Answer> {
  const headers = { ...(accepts !== undefined && { 'accept-encoding': accepts }), ...more }
  const method = body === undefined ? 'GET' : 'POST'
  const open = url.startsWith('https') ? requestTls : request
  return new Promise((resolve, reject) => {
    open(url, { method, headers, agent: false, rejectUnauthorized: false }, (response) => {
      buffer(response).then((sent) => {
        const encoding = (response.headers['content-encoding'] ?? 'plain') as keyof typeof OPEN
        resolve({ headers: response.headers, sent, text: OPEN[encoding](sent).toString() })
      }, reject)
    })
      .on('error', reject)
      .end(body)
  })
}

async function act(name: string, input: unknown, accepts?: string, url?: string): Promise<Answer> {
  const { url: own, cookie, csrf } = await server.owner()
  const more = { cookie, 'x-csrf-token': csrf, 'content-type': 'application/json' }
  return ask(`${url ?? own}/ajax.php?act=${name}`, accepts, JSON.stringify(input), more)
}

const CHOICES = [
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
] as const

describe('a long answer of the console', () => {
  it.each([20, 500])('has the same %i rows whatever the client accepts', async (size) => {
    const plain = await act('device_list', { size })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers.vary).toContain('Accept-Encoding')
    for (const [accepts, encoding] of CHOICES) {
      const packed = await act('device_list', { size }, accepts)
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(packed.headers.vary).toContain('Accept-Encoding')
      expect(packed.headers['content-type']).toBe(plain.headers['content-type'])
      expect(packed.sent.length).toBeLessThan(plain.sent.length / 5)
      expect(packed.text).toBe(plain.text)
    }
  })

  it('hides how well it was compressed', async () => {
    const answers = Array.from({ length: 20 }, () => act('device_list', { size: 20 }, 'gzip'))
    const paddings = (await Promise.all(answers)).map(({ headers }) => String(headers['x-padding']).length)
    expect(new Set(paddings).size).toBeGreaterThan(3)
  })

  it('stays plain where it can hold keys, and where it is short', async () => {
    const keys = await act('app_get', { app }, 'gzip, br')
    expect(keys.sent.length).toBeGreaterThan(5000)
    expect(keys.headers['content-encoding']).toBeUndefined()
    const short = await act('risk_counts', {}, 'gzip, br')
    expect(short.headers['content-encoding']).toBeUndefined()
  })

  it('that its client leaves in the middle harms no other', async () => {
    const leaving = Array.from({ length: 5 }, async () => {
      const { url, cookie, csrf } = await server.owner()
      const connection = await RawConnection.open(url)
      const { host } = new URL(url)
      const body = '{"size":500}'
      await connection.write(
        `POST /ajax.php?act=device_list HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nX-CSRF-Token: ${csrf}\r\n` +
          `Accept-Encoding: gzip\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      connection.close()
    })
    await Promise.all(leaving)
    expect(JSON.parse((await act('device_list', { size: 500 }, 'gzip')).text)).toMatchObject({ code: 200 })
  })

  it('is compressed at the public door and under TLS', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pulsekey-packed-'))
    const { cert, key } = makeCertificate()
    const files = { tls_cert: join(folder, 'cert.pem'), tls_key: join(folder, 'key.pem') }
    writeFileSync(files.tls_cert, cert)
    writeFileSync(files.tls_key, key)
    await server.act('settings_set', { listeners: { console_public: true } })
    const open = await ask(`${server.running.publicUrl}/api.php?api=notice&app=${app}`, 'br')
    expect(open.headers['content-encoding']).toBe('br')
    await server.act('settings_set', { listeners: files })
    const { publicUrl } = server.running
    expect(publicUrl).toMatch(/^https:/)
    const notice = await ask(`${publicUrl}/api.php?api=notice&app=${app}`, 'br')
    expect(notice.headers['content-encoding']).toBe('br')
    await server.act('settings_set', { listeners: { tls_cert: '', tls_key: '', console_public: false } })
    rmSync(folder, { recursive: true })
  })
})

describe('a long answer of api.php', () => {
  const url = () => `${server.running.publicUrl}/api.php?api=notice&app=${app}`

  it.each(['GET', 'POST'])('%s: is compressed only for a caller that asks', async (method) => {
    const body = method === 'POST' ? '' : undefined
    const plain = await ask(url(), undefined, body)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(Number(plain.headers['content-length'])).toBe(plain.sent.length)
    for (const [accepts, encoding] of CHOICES) {
      const packed = await ask(url(), accepts, body)
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(packed.headers.vary).toBe('Accept-Encoding')
      expect(packed.sent.length).toBeLessThan(plain.sent.length / 10)
      expect(JSON.parse(packed.text)).toMatchObject({
        code: 200,
        msg: { app_gg: expect.any(String) as string },
      })
    }
    expect((await ask(url(), 'identity', body)).headers['content-encoding']).toBeUndefined()
  })

  it('keeps its place among the calls of a connection', async () => {
    const connection = await RawConnection.open(server.running.publicUrl)
    const call = (api: string, more = '') =>
      `POST /api.php?api=${api}&app=${app} HTTP/1.1\r\nHost: x\r\n${more}Content-Length: 0\r\n\r\n`
    await connection.write(call('notice', 'Accept-Encoding: gzip\r\n'))
    await connection.write(call('ini'))
    expect((await connection.reply()).head).toContain('Content-Encoding: gzip')
    const second = await connection.reply()
    expect(second.head).not.toContain('Content-Encoding')
    expect(JSON.parse(second.body)).toMatchObject({ code: 200 })
    connection.close()
  })

  it('a short one is never compressed', async () => {
    const short = await ask(`${server.running.publicUrl}/api.php?api=ini&app=${app}`, 'br, gzip')
    expect(short.headers['content-encoding']).toBeUndefined()
  })
})

it('the live stream stays plain, and its events arrive as they happen', async () => {
  const { url, cookie } = await server.owner()
  const stream = await EventStream.open(url, cookie, undefined, { 'accept-encoding': 'gzip, br' })
  expect(stream.headers['content-encoding']).toBeUndefined()
  await server.act('device_create', { app, account_key: '99999@Broker-Live', vip: START + 86_400 })
  await stream.next('devices')
  stream.close()
})
