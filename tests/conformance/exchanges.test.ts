import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCode } from '../contract/sample-codes.ts'
import { TestServer } from '../support/test-server.ts'
import { openReply } from './support/wire-crypto.ts'
import vectors from './vectors/wire.json' with { type: 'json' }

interface Exchange {
  readonly id: string
  readonly note: string
  readonly app: { readonly mi_type: number; readonly sign: boolean; readonly window?: number }
  readonly method: string
  readonly query: string
  readonly body: string | null
  readonly headers?: Readonly<Record<string, string | null>>
  readonly expect: Readonly<Record<string, unknown>>
  readonly sealed?: boolean
}
const exchanges = vectors.exchanges as unknown as readonly Exchange[]
const { fixture } = vectors

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start(fixture.clock)
  const { app } = await server.act('app_create', { name: 'Vectors' })
  expect(app).toBe(fixture.app)
  await server.act('app_update', {
    app,
    appkey: fixture.appkey,
    rc4_key: fixture.rc4_key,
    window: fixture.window,
    mt5: fixture.mt5,
  })
  for (const { kami, markcode } of fixture.codes) {
    const state = { type: 'permanent', seconds: 0, markcode, createdAt: fixture.clock } as const
    await server.store.write((unit) => addCode(unit, app, kami, state), { durable: true })
  }
  for (const device of fixture.devices) await server.act('device_create', { app, ...device })
})
afterAll(() => server.end())

describe('exchanges of vectors/wire.json, against a real server', () => {
  it.each(exchanges)('$id $note', async (exchange) => {
    const { mi_type, sign, window = fixture.window } = exchange.app
    await server.act('app_update', {
      app: fixture.app,
      mi_type: mi_type as 0 | 1 | 2 | 3,
      encrypt: mi_type !== 0,
      sign,
      window,
    })
    const { status, body } = await send(exchange)
    expect(status).toBe(200)
    // In this spelling, the Express app answers, and the listener's quicker parts don't. `ini` counts its calls.
    if (!exchange.query.includes('api=ini')) expect(await send(exchange, 'API.php')).toEqual({ status, body })
    const json = exchange.sealed ? openReply(mi_type, fixture.rc4_key, body) : body
    if (exchange.sealed) expect(body).not.toContain('{')
    expect(JSON.parse(json)).toMatchObject(exchange.expect)
  })
})

/** Sends the exchange byte for byte: fetch would add a Content-Type of its own. */
function send(exchange: Exchange, file = 'api.php'): Promise<{ status: number; body: string }> {
  const typed = exchange.body === null ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }
  const named = Object.entries<string | null>({ ...typed, ...exchange.headers })
  // A null header is a header that the client leaves out.
  const headers = Object.fromEntries(
    named.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
  return new Promise((resolve, reject) => {
    const url = `${server.running.publicUrl}/${file}?${exchange.query}`
    const call = request(url, { method: exchange.method, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (body += chunk))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body })
      })
    })
    call.on('error', reject)
    if (exchange.body !== null) call.setHeader('Content-Length', Buffer.byteLength(exchange.body))
    call.end(exchange.body ?? undefined)
  })
}
