import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PlainRequestReader, UNFINISHED } from './plain-request.ts'

const packet = (head: readonly string[], body: string | Uint8Array = '') =>
  Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
const LINE = 'POST /api.php?api=ini&app=1 HTTP/1.1'
const HOST = 'Host: x'
const BODY = 'kami=1'
const LENGTH = 'Content-Length: 6'

/** A whole request; undefined for the beginning of one. */
function readWhole(reader: PlainRequestReader, bytes: Buffer) {
  const read = reader.read(bytes)
  return read === UNFINISHED ? undefined : read
}
const readPlainRequest = (bytes: Buffer) => readWhole(new PlainRequestReader(), bytes)

describe('PlainRequestReader', () => {
  it('reads the query, the body and whether the connection stays', () => {
    const read = readPlainRequest(packet([LINE, HOST, 'X-Other: a:b', LENGTH], BODY))
    expect(read).toEqual({
      method: 'POST',
      query: 'api=ini&app=1',
      body: Buffer.from(BODY),
      close: false,
      host: 'x',
      origin: 'http://x',
      forwarded: undefined,
      encoding: undefined,
    })
  })

  const GET = LINE.replace('POST', 'GET')
  it.each<[string, readonly string[], string]>([
    ['no length', [GET, HOST], ''],
    ['the length 0', [GET, HOST, 'Content-Length: 0'], ''],
    ['a body', [GET, HOST, LENGTH], BODY],
    ['escapes', [GET.replace('app=1', 'app=1&a=%00%e5%8d%a1+%zz"'), HOST], ''],
  ])('reads a GET with %s', (_, head, body) => {
    const query = head[0]?.slice('GET /api.php?'.length, -' HTTP/1.1'.length)
    expect(readPlainRequest(packet(head, body))).toMatchObject({
      method: 'GET',
      query,
      body: Buffer.from(body),
    })
  })

  it('knows the beginning of a plain request, from the end of its head on', () => {
    const whole = packet([LINE, HOST, LENGTH], BODY)
    const read = Array.from(whole, (_, length) => new PlainRequestReader().read(whole.subarray(0, length)))
    const ofHead = whole.length - BODY.length
    expect(read.slice(0, ofHead).every((one) => one === undefined)).toBe(true)
    expect(read.slice(ofHead)).toEqual(Array.from(BODY, () => UNFINISHED))
  })

  it("reads the Host header unchanged, and doesn't trust it", () => {
    const hosts = ['Host:licence.example:8080', 'host:  A.B  ', 'HOST: x"]]y']
    const read = hosts.map((host) => readPlainRequest(packet([LINE, host, LENGTH], BODY))?.host)
    expect(read).toEqual(['licence.example:8080', 'A.B', 'x"]]y'])
  })

  it.each([
    ['Connection: close', true],
    ['connection:CLOSE ', true],
    ['Connection: Keep-Alive', false],
  ])('%s', (header, close) => {
    expect(readPlainRequest(packet([LINE, HOST, LENGTH, header], BODY))).toMatchObject({ close })
  })

  it.each([[], ['Connection: close']])('ends an HTTP/1.0 connection with its answer: %j', (...more) => {
    const head = [LINE.replace('1.1', '1.0'), HOST, LENGTH, ...more]
    expect(readPlainRequest(packet(head, BODY))).toMatchObject({ query: 'api=ini&app=1', close: true })
  })

  it('reads what a proxy reports, and joins a header that was sent twice', () => {
    const sent = ['X-Forwarded-For: 192.0.2.1', 'x-real-ip:192.0.2.9 ', 'X-Forwarded-For: 10.0.0.1']
    const more = ['X-Forwarded-Proto: https', 'X-Forwarded-Host: a.example']
    expect(readPlainRequest(packet([LINE, HOST, ...sent, ...more, LENGTH], BODY))?.forwarded).toEqual({
      for: '192.0.2.1, 10.0.0.1',
      realIp: '192.0.2.9',
      proto: 'https',
      host: 'a.example',
    })
  })

  it.each(['/yz', '/', '/a/b', '/api.php', '/%E5%8D%A1'])('takes any folder: %s', (folder) => {
    const read = readPlainRequest(packet([LINE.replace('/api', `${folder}/api`), HOST, LENGTH], BODY))
    expect(read).toMatchObject({ query: 'api=ini&app=1' })
  })

  it('takes any bytes as a body, even none', () => {
    expect(
      readPlainRequest(packet([LINE, HOST, 'Content-Length: 3'], Uint8Array.of(0, 255, 13)))?.body,
    ).toEqual(Buffer.from([0, 255, 13]))
    expect(readPlainRequest(packet([LINE, HOST, 'Content-Length: 0']))?.body).toHaveLength(0)
  })

  it.each<[string, readonly string[], string?]>([
    ['another method', [LINE.replace('POST', 'HEAD'), HOST]],
    ['a method in lower case', [LINE.replace('POST', 'get'), HOST]],
    ['a GET with more behind it', [GET, HOST], BODY],
    ['a GET with two lengths', [GET, HOST, LENGTH, LENGTH], BODY],
    ['a GET over 4 KB', [GET.replace('=1', `=${'1'.repeat(5000)}`), HOST]],
    ["a GET with another server's address", [GET.replace(' /', ' http://x/'), HOST]],
    ['another path', [LINE.replace('api.php', 'ajax.php'), HOST, LENGTH], BODY],
    ['a longer path', [LINE.replace('?', '/x?'), HOST, LENGTH], BODY],
    ['a longer name', [LINE.replace('/api', '/yz/xapi'), HOST, LENGTH], BODY],
    ['a path in the query', [LINE.replace('/api.php?', '/?a=/api.php?'), HOST, LENGTH], BODY],
    ['a path without a slash first', [LINE.replace('/api', 'yz/api'), HOST, LENGTH], BODY],
    ['HTTP/1.0 that stays', [LINE.replace('1.1', '1.0'), HOST, 'Connection: keep-alive', LENGTH], BODY],
    ['HTTP/1.2', [LINE.replace('1.1', '1.2'), HOST, LENGTH], BODY],
    ['a fragment', [LINE.replace('=1', '=1#x'), HOST, LENGTH], BODY],
    ['a blank in the address', [LINE.replace('=1', '=1 2'), HOST, LENGTH], BODY],
    ['raw bytes in the address', [LINE.replace('=1', '=\xe5\x8d\xa1'), HOST, LENGTH], BODY],
    ['no Host', [LINE, LENGTH], BODY],
    ['two Hosts', [LINE, HOST, HOST, LENGTH], BODY],
    ['no length', [LINE, HOST]],
    ['two lengths', [LINE, HOST, LENGTH, LENGTH], BODY],
    ['an invalid length', [LINE, HOST, 'Content-Length: +6'], BODY],
    ['a body cut short', [LINE, HOST, LENGTH], 'kami='],
    ['more than the body', [LINE, HOST, LENGTH], `${BODY}\r\n`],
    ['a chunked body', [LINE, HOST, 'Transfer-Encoding: chunked', LENGTH], BODY],
    ['a question first', [LINE, HOST, 'Expect: 100-continue', LENGTH], BODY],
    ['an upgrade', [LINE, HOST, 'Connection: Upgrade', 'Upgrade: websocket', LENGTH], BODY],
    ['two connections', [LINE, HOST, 'Connection: close', 'Connection: close', LENGTH], BODY],
    ['a proxy’s connection', [LINE, HOST, 'Proxy-Connection: close', LENGTH], BODY],
    ['a folded header', [LINE, HOST, 'X: a\r\n b', LENGTH], BODY],
    ['a blank before the colon', [LINE, HOST, 'X : a', LENGTH], BODY],
    ['a bare LF', [LINE, HOST, 'X: a\nContent-Length: 0', LENGTH], BODY],
    ['a bare CR', [LINE, HOST, 'X: a\rb', LENGTH], BODY],
    ['a NUL in a header', [LINE, HOST, 'X: a\0b', LENGTH], BODY],
    ['raw bytes in a header', [LINE, HOST, 'X: \xff', LENGTH], BODY],
    ['a head of 5 KB', [LINE, HOST, `X: ${'x'.repeat(5000)}`, LENGTH], BODY],
    ['a body over the limit', [LINE, HOST, 'Content-Length: 65537'], 'x'.repeat(65_537)],
  ])('leaves %s to node:http', (_, head, body) => {
    expect(readPlainRequest(packet(head, body))).toBeUndefined()
  })

  it('a remembered head gives the same result, also with another body', () => {
    const reader = new PlainRequestReader()
    const close = 'Connection: close'
    const read = ['kami=1', 'kami=2', 'kami='].map((body) =>
      readWhole(reader, packet([LINE, HOST, LENGTH], body)),
    )
    expect(read.map((one) => one?.body.toString())).toEqual(['kami=1', 'kami=2', undefined])
    expect(readWhole(reader, packet([LINE, HOST, LENGTH, close], BODY))?.close).toBe(true)
    expect(readWhole(reader, packet([LINE, HOST, LENGTH], BODY))?.close).toBe(false)
  })

  it('remembers a limited number of heads, and still reads others', () => {
    const reader = new PlainRequestReader()
    for (let i = 0; i < 2500; i++) {
      const line = LINE.replace('app=1', `app=${i}`)
      for (let twice = 0; twice < 2; twice++)
        expect(readWhole(reader, packet([line, HOST, LENGTH], BODY))?.query).toBe(`api=ini&app=${i}`)
    }
  })
})

describe('node:http reads the same', () => {
  let server: Server
  let seen: { url: string | undefined; method: string | undefined; body: Buffer }[] = []

  beforeAll(async () => {
    server = createServer((request: IncomingMessage, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        seen.push({ url: request.url, method: request.method, body: Buffer.concat(chunks) })
        response.end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => server.close())

  /** Sends the bytes and ends. Resolves when the server has closed. */
  async function exchange(bytes: Buffer) {
    seen = []
    await new Promise<void>((resolve) => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.end(bytes))
      socket
        .on('error', () => undefined)
        .on('close', () => {
          resolve()
        })
      socket.resume()
    })
    return seen
  }

  const char = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code))
  const query = fc.string({ unit: char, maxLength: 12 })
  const odd = fc.constantFrom(
    '\r',
    '\n',
    '\0',
    '\x7f',
    '\xff',
    '\t',
    ' ',
    ':',
    '#',
    '?',
    '%',
    '\r\n',
    '\r\n\r\n',
  )
  const header = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(HOST, 'Connection: close', 'connection: keep-alive', 'Accept: */*'),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'Transfer-Encoding: chunked',
        'Expect: x',
        'Upgrade: x',
        'content-length: 6',
        'X:',
      ),
    },
    { weight: 1, arbitrary: fc.tuple(query, odd, query).map(([a, b, c]) => `X-Any: ${a}${b}${c}`) },
    { weight: 1, arbitrary: fc.tuple(query, query).map((pair) => pair.join(':')) },
  )
  const bytes = fc
    .record({
      folder: fc.constantFrom('', '', '/yz', '/', '/yz/api.php'),
      query: fc.oneof(
        { weight: 3, arbitrary: query.map((text) => text.replaceAll(/[ #]/g, '')) },
        { weight: 1, arbitrary: query },
      ),
      headers: fc.array(header, { maxLength: 5 }),
      body: fc.uint8Array({ maxLength: 20 }),
      off: fc.oneof(
        { weight: 8, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: -2, max: 2 }) },
      ),
      host: fc.boolean(),
      method: fc.constantFrom('POST', 'POST', 'GET', 'HEAD'),
      isSilent: fc.boolean(),
    })
    .map(({ folder, query: text, headers, body, off, host, method, isSilent }) => ({
      folder,
      sent: packet(
        [
          `${method} ${folder}/api.php?${text} HTTP/1.1`,
          ...(host ? [HOST] : []),
          ...headers,
          ...(isSilent ? [] : [`Content-Length: ${body.length + off}`]),
        ],
        isSilent ? '' : body,
      ),
    }))

  it('in any packet', async () => {
    let read = 0
    const reader = new PlainRequestReader()
    await fc.assert(
      fc.asyncProperty(bytes, async ({ folder, sent }) => {
        const plain = reader.read(sent)
        expect(reader.read(sent)).toEqual(plain)
        if (plain === undefined || plain === UNFINISHED) return
        read++
        expect(await exchange(sent)).toEqual([
          { url: `${folder}/api.php?${plain.query}`, method: plain.method, body: plain.body },
        ])
      }),
      { numRuns: 3000 },
    )
    expect(read).toBeGreaterThan(200)
  })
})
