import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { RUNTIME_APIS } from '../../src-server/domain/application/capability.ts'
import { TestServer } from '../support/test-server.ts'
import { RawConnection } from './raw-connection.ts'

let server: TestServer
let app: number
let connection: RawConnection

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application({ free_mode: true })
})
afterEach(() => {
  connection.close()
})
afterAll(() => server.end())

const head = (length: number, headers = '') =>
  `POST /api.php?api=kmlogon&app=${app} HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: ${length}\r\n\r\n`
const plain = (body: string, headers = '') => head(body.length, headers) + body
const kamiOf = ({ body }: { body: string }) => (JSON.parse(body) as { msg: { kami: string } }).msg.kami

/** An answer without its date. `ini` counts the calls of the application, and the signature covers the number. */
function withoutChanges(answer: string): string {
  const text = answer.replace(/\r\nDate: [^\r]+/, '')
  return text.includes('"api_total"') ? text.replace(/"api_total":\d+|Signature: t=[^\r]+/g, '') : text
}

/** The answer to these packets, as soon as it is there. Empty when the server only closes. */
function answerTo(packets: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(server.running.publicUrl)
  return new Promise((resolve) => {
    let received = ''
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const done = () => {
      resolve(withoutChanges(received))
      socket.destroy()
    }
    const send = (at: number) => {
      socket.write(packets[at] ?? '', 'latin1', () => {
        if (at + 1 < packets.length) setImmediate(send, at + 1)
      })
    }
    send(0)
    socket.on('data', (bytes: Buffer) => {
      received += bytes.toString('latin1')
      const end = received.indexOf('\r\n\r\n') + 4
      if (end > 3 && received.length - end >= Number(/content-length: (\d+)/i.exec(received)?.[1])) done()
    })
    socket.on('error', () => undefined).on('close', done)
  })
}

/** The same call in one packet and in two, which the fast lane answers, and in three, which node:http answers. */
async function allWays(headers = '') {
  const body = 'kami=K&markcode=1'
  const [first, second] = [head(body.length, headers).slice(0, 9), head(body.length, headers).slice(9)]
  connection = await RawConnection.open(server.running.publicUrl)
  await connection.write(plain(body, headers))
  const { head: fast } = await connection.reply()
  connection.close()
  return {
    head: fast,
    fast: await answerTo([plain(body, headers)]),
    two: await answerTo([head(body.length, headers), body]),
    slow: await answerTo([first, second, body]),
  }
}

describe('the fast lane and node:http', () => {
  it.each(['', 'Connection: close\r\n', 'Connection: keep-alive\r\n'])(
    'answer alike: %j',
    async (headers) => {
      const { head: sent, fast, two, slow } = await allWays(headers)
      expect(fast).toEqual(slow)
      expect(two).toEqual(slow)
      expect(sent).toMatch(/\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/)
    },
  )

  it.each(['/yz', '/', '/a/b'])('serve any folder: %s', async (folder) => {
    const body = 'kami=K&markcode=1'
    const first = head(body.length).replace('/api.php', `${folder}/api.php`)
    connection = await RawConnection.open(server.running.publicUrl)
    for (const packets of [[first + body], [first, body], [first.slice(0, 9), first.slice(9) + body]]) {
      for (const packet of packets) await connection.write(packet)
      expect(kamiOf(await connection.reply())).toBe('K')
    }
  })

  it('take turns on a connection', async () => {
    connection = await RawConnection.open(server.running.publicUrl)
    const bodies = ['kami=A&markcode=1', 'kami=B&markcode=1', 'kami=C&markcode=1']
    await connection.write(plain(bodies[0]!))
    expect(kamiOf(await connection.reply())).toBe('A')
    await connection.write(head(bodies[1]!.length).slice(0, 9))
    await connection.write(head(bodies[1]!.length).slice(9) + bodies[1]!)
    expect(kamiOf(await connection.reply())).toBe('B')
    await connection.write(plain(bodies[2]!))
    expect(kamiOf(await connection.reply())).toBe('C')
  })

  it('answer calls sent without waiting in their order', async () => {
    connection = await RawConnection.open(server.running.publicUrl)
    const kamis = ['A', 'B', 'C', 'D']
    await connection.write(plain('kami=first&markcode=1'))
    await connection.write(kamis.map((kami) => plain(`kami=${kami}&markcode=1`)).join(''))
    const answers: string[] = []
    for (let i = 0; i < 5; i++) answers.push(kamiOf(await connection.reply()))
    expect(answers).toEqual(['first', ...kamis])
  })

  it('serve the console beside it', async () => {
    connection = await RawConnection.open(server.running.consoleUrl)
    await connection.write(plain('kami=A&markcode=1'))
    expect(kamiOf(await connection.reply())).toBe('A')
    await connection.write('GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    expect((await connection.reply()).status).toBe(404)
  })
})

/** Texts in a query or a body, as clients and attackers write them. */
const NAMES = ['kami', 'markcode', 'user', 'value', 't', 'sign', 'data', 'account_key', 'equity', 'a[]', '']
const VALUES = [
  ...['K', '1@A', '%00', '%', '%zz', '%e5%8d%a1', '+', '=', '0', '-1', '9'.repeat(40), 'x'.repeat(3000)],
  ...['__proto__', '"', "'", '\\', '%0d%0aX:%20y', '%2523', ';', '?/api.php?', '//', '%ff%fe', '%80'],
]
const pairs = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...VALUES)), { maxLength: 5 })
  .map((all) => all.map((pair) => pair.join('=')).join('&'))
/** Headers with the bytes that they announce. */
const ODD_HEADERS = [
  ...['', '', '', 'Connection: close', 'Connection: Keep-Alive', 'Connection: TE, close', 'TE: trailers'],
  ...['Content-Length: 0', 'Content-Length: 1e1', 'Content-Length : 2', 'Transfer-Encoding: identity'],
  ...[
    'Host: second',
    'X-Forwarded-For: 1.2.3.4',
    'X: \0',
    'X: \x80',
    'X:y\nZ: y',
    'X: y\r\n folded',
    'X\0: y',
  ],
  ...['Accept-Encoding: gzip, br', 'Expect: 200-ok', 'Range: bytes=0-1'],
].map((header) => ({ header: header && `${header}\r\n`, announced: '' }))
ODD_HEADERS.push({ header: 'Transfer-Encoding: chunked\r\n', announced: '3\r\na=1\r\n0\r\n\r\n' })
ODD_HEADERS.push({ header: 'Content-Length: 3\r\n', announced: 'a=1' })
const fuzzed = fc.record({
  method: fc.constantFrom('GET', 'GET', 'POST', 'POST', 'PUT', 'DELETE', 'get'),
  folder: fc.constantFrom('', '', '/', '/yz', '/a%2fb', '/.', '/api.php'),
  api: fc.constantFrom(...RUNTIME_APIS, '', 'none', '%00'),
  query: pairs,
  body: pairs,
  version: fc.constantFrom('1.1', '1.1', '1.1', '1.1', '1.0', '1.2'),
  odd: fc.constantFrom(...ODD_HEADERS),
  hasLength: fc.boolean(),
  cut: fc.double({ min: 0, max: 1, noNaN: true }),
})

describe('the fast lane and the Express app', () => {
  // Express serves api.php in any spelling, and no other part of the listener knows this one.
  it('answer fuzzed calls byte for byte alike, in one packet and in two', async () => {
    const kinds = new Set<number>()
    const property = fc.asyncProperty(fuzzed, async (call) => {
      const { method, folder, api, query, body, version, odd, hasLength, cut } = call
      const sent = hasLength ? body : odd.announced
      const at = (file: string) =>
        `${method} ${folder}/${file}?api=${api}&app=${app}&${query} HTTP/${version}\r\nHost: x\r\n` +
        `${odd.header}${hasLength ? `Content-Length: ${body.length}\r\n` : ''}\r\n${sent}`
      const whole = at('api.php')
      const place = Math.floor(cut * whole.length)
      // A call may change what the next one is answered.
      const before = await answerTo([at('API.php')])
      const fast = await answerTo([whole])
      const two = await answerTo([whole.slice(0, place), whole.slice(place)])
      const after = await answerTo([at('API.php')])
      expect([before, after]).toContainEqual(fast)
      expect([before, after]).toContainEqual(two)
      kinds.add(Number(fast.split(' ')[1]))
    })
    await fc.assert(property, { numRuns: 150 })
    expect(server.log.errors).toEqual([])
    expect(kinds.has(200) && kinds.has(400)).toBe(true)
  }, 60_000)
})
