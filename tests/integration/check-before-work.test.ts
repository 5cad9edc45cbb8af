import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { INPUT_SIZES } from '../../src-server/contract/input-sizes.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { RawConnection } from './raw-connection.ts'

/**
 * The console checks origin, session, CSRF token, role and size before it reads a body. The bodies here are announced
 * and never sent, so that an answer proves that the server did not wait for them.
 */

let server: TestServer
let owner: ConsoleClient
let app: number
const connections: RawConnection[] = []

beforeAll(async () => {
  server = await TestServer.start()
  owner = await server.owner()
  app = await server.application()
})
afterEach(() => {
  for (const connection of connections.splice(0)) connection.close()
})
afterAll(() => server.end())

async function open(): Promise<RawConnection> {
  const connection = await RawConnection.open(server.running.consoleUrl)
  connections.push(connection)
  return connection
}
const host = () => new URL(server.running.consoleUrl).host
const head = (act: string, length: number, headers: Record<string, string> = {}) => {
  const lines = Object.entries({ Host: host(), 'Content-Length': String(length), ...headers })
  return `POST /ajax.php?act=${act} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}
const signedIn = () => ({ Cookie: owner.cookie, 'X-CSRF-Token': owner.csrf })

/** The answer to a body of this length that is announced and not sent. */
async function announce(act: string, length: number, headers: Record<string, string> = {}) {
  const connection = await open()
  await connection.write(head(act, length, headers))
  const reply = await connection.reply()
  return { ...reply, code: (JSON.parse(reply.body) as { code: number }).code, connection }
}

const LARGE = INPUT_SIZES.import.bytes

describe('before a body is read', () => {
  it('a request of another site is refused', async () => {
    const foreign = {
      Origin: 'https://evil.example',
      'Sec-Fetch-Site': 'cross-site',
      'Content-Type': 'text/plain',
    }
    for (const act of ['login', 'code_import', 'no_such_action'])
      expect(await announce(act, LARGE, { ...foreign, ...signedIn() })).toMatchObject({
        code: 403,
        status: 200,
      })
  })

  it('an unknown action is refused', async () => {
    expect(await announce('no_such_action', LARGE, signedIn())).toMatchObject({ code: 400 })
  })

  it('a session and its CSRF token are wanted', async () => {
    expect(await announce('code_import', LARGE)).toMatchObject({ code: 401 })
    expect(await announce('code_import', LARGE, { Cookie: owner.cookie })).toMatchObject({ code: 403 })
  })

  it('the role is checked', async () => {
    await server.act('developer_create', { name: 'dev', password: 'correct horse battery' })
    const dev = await ConsoleClient.signIn(server.running.consoleUrl, 'dev', 'correct horse battery')
    const as = { Cookie: dev.cookie, 'X-CSRF-Token': dev.csrf }
    expect(await announce('certification_import', LARGE, as)).toMatchObject({ code: 403 })
  })

  it.each([
    ['login', 'small'],
    ['site_get', 'small'],
    ['code_list', 'usual'],
    ['app_update', 'texts'],
    ['code_update', 'selection'],
    ['image_upload', 'picture'],
    ['code_import', 'import'],
  ] as const)('the size is checked: %s takes an input of the size %s', async (act, size) => {
    const { bytes } = INPUT_SIZES[size]
    expect(await announce(act, bytes + 1, signedIn())).toMatchObject({ code: 413, status: 413 })
    // A body of the size is waited for.
    const connection = await open()
    await connection.write(head(act, bytes, signedIn()))
    await server.api('ini', app)
    expect(connection.hasReply()).toBe(false)
  })

  it('a packed body is refused', async () => {
    expect(await announce('login', 100, { 'Content-Encoding': 'gzip' })).toMatchObject({
      code: 415,
      status: 415,
    })
    expect(await announce('site', 100, { 'Content-Encoding': 'br' })).toMatchObject({ status: 415 })
    const reply = await owner.try('me', {}, { 'content-encoding': 'identity' })
    expect(reply.code).toBe(200)
  })
})

describe('a refused body', () => {
  it.each(['announced', 'in chunks'])('is not read to its end: %s', async (how) => {
    for (const path of ['/ajax.php?act=login', '/ajax.php?act=nothing', '/nothing', '/']) {
      const connection = await open()
      const announced = how === 'announced' ? 'Content-Length: 200000000' : 'Transfer-Encoding: chunked'
      await connection.write(`POST ${path} HTTP/1.1\r\nHost: ${host()}\r\n${announced}\r\n\r\n`)
      const part = 'x'.repeat(65_536)
      const packet = how === 'announced' ? part : `10000\r\n${part}\r\n`
      let sent = 0
      // The server closes while the sender goes on.
      while (!connection.isClosed() && sent < 200_000_000) {
        await connection.write(packet)
        sent += part.length
      }
      expect(sent, path).toBeLessThan(40_000_000)
    }
  })

  it('has its answer read by a sender that sends everything first', async () => {
    const body = `{"name":"${'x'.repeat(2_000_000)}"}`
    const connection = await open()
    await connection.write(head('login', body.length), body)
    expect((await connection.reply()).status).toBe(413)
    await connection.closed()
  })
})

describe('hostile inputs', () => {
  const fill = (start: string, part: string) =>
    start + part.repeat(Math.floor((LARGE - start.length) / part.length))
  const shapes: [string, string][] = [
    ['nested arrays', fill('{"name":', '[')],
    ['empty arrays', fill('{"rows":[', '[],')],
    ['members', fill('{"a":1', ',"b":2')],
  ]

  it.each(shapes)('16 MB of %s are refused, signed in or not', async (_, body) => {
    for (const [act, headers] of [
      ['login', {}],
      ['code_import', signedIn()],
    ] as const) {
      const connection = await open()
      await connection.write(head(act, body.length, headers), body)
      const { code } = JSON.parse((await connection.reply()).body) as { code: number }
      expect([413, 422]).toContain(code)
    }
  })

  it('an import of 10,000 rows arrives whole', async () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => ({
      kami: `IMPORT-${i}`,
      type: 'permanent',
      note: '卡'.repeat(80),
    }))
    const { done, skipped } = await server.act('code_import', { app, rows, dry_run: true })
    expect([done, skipped]).toEqual([10_000, []])
  })

  it('an input of 100,000 ids arrives whole', async () => {
    const ids = Array.from({ length: 100_000 }, (_, i) => i + 1_000_000)
    const reply = await owner.try('code_update', { ids, note: 'x', dry_run: true })
    expect(reply).toMatchObject({ code: 200, msg: { done: 0 } })
  })
})

describe('bodies under way', () => {
  it('count together: one of five large imports is refused, and the others wait for their rest', async () => {
    const half = `{"app":1,"rows":["${`${'x'.repeat(200)}","`.repeat(Math.floor((LARGE - 100_000) / 203))}`
    const slow: RawConnection[] = []
    for (let i = 0; i < 5; i++) slow.push(await open())
    await Promise.all(
      slow.map((connection) => connection.write(head('code_import', LARGE, signedIn()), half)),
    )
    const refused = await until(() => slow.find((connection) => connection.hasReply()), 'the refusal')
    expect((await refused.reply()).status).toBe(429)
    expect((await owner.try('me', {})).code).toBe(200)
    expect(slow.filter((connection) => connection.hasReply())).toEqual([])
    for (const connection of slow) connection.close()
    const rows = [{ kami: 'X', type: 'permanent' }]
    await until(
      async () => (await owner.try('code_import', { app, rows, dry_run: true })).code === 200,
      'a free place',
    )
  }, 60_000)
})
