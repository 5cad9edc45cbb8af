import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addBody, NOTHING_RECEIVED, parseQuery } from './parameters.ts'
import { encodeRawRequestLine, repairRequest } from './raw-request.ts'

const encoded = (packet: string | Uint8Array) => {
  const bytes = encodeRawRequestLine(typeof packet === 'string' ? Buffer.from(packet) : packet)
  return bytes && Buffer.from(bytes).toString('latin1')
}

describe('encodeRawRequestLine', () => {
  test.each<[string, string, string]>([
    [
      'raw UTF-8',
      'GET /api.php?name=张 HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /api.php?name=%e5%bc%a0 HTTP/1.1\r\nHost: x\r\n\r\n',
    ],
    ['spaces inside', 'GET /a?server=XM 2 b HTTP/1.1\r\n\r\n', 'GET /a?server=XM%202%20b HTTP/1.1\r\n\r\n'],
    [
      'control characters and DEL',
      'POST /a?b=\0\t\x7f HTTP/1.0\r\n\r\nbody',
      'POST /a?b=%00%09%7f HTTP/1.0\r\n\r\nbody',
    ],
    ['a lone CR', 'GET /a?b=\rc HTTP/1.1\r\n\r\n', 'GET /a?b=%0dc HTTP/1.1\r\n\r\n'],
    [
      'escapes stay as they are',
      'GET /a?b=%E5%zz+c é HTTP/1.1\r\n',
      'GET /a?b=%E5%zz+c%20%c3%a9 HTTP/1.1\r\n',
    ],
    [
      "spaces around the target don't belong to it",
      'GET  /a?b c  HTTP/1.1\r\n',
      'GET  /a?b%20c  HTTP/1.1\r\n',
    ],
    ['empty lines before', '\r\n\r\nGET /é HTTP/1.1\r\n', '\r\n\r\nGET /%c3%a9 HTTP/1.1\r\n'],
    ['a line that ends in LF', 'GET /é HTTP/1.1\n\n', 'GET /%c3%a9 HTTP/1.1\n\n'],
    ['a version inside the target', 'GET /a HTTP/1.1 b HTTP/1.1\r\n', 'GET /a%20HTTP/1.1%20b HTTP/1.1\r\n'],
  ])('%s', (_, packet, expected) => {
    expect(encoded(packet)).toBe(expected)
  })

  test.each<[string, string]>([
    ['nothing', ''],
    ['nothing but line ends', '\r\n\r\n'],
    ['no bad byte', 'GET /api.php?name=%e5 HTTP/1.1\r\nHost: é\r\n\r\né'],
    ['an unfinished line', 'GET /é HTTP/1.1'],
    ['no version', 'GET /é\r\n\r\n'],
    ['HTTP/2', 'PRI é HTTP/2.0\r\n\r\n'],
    ['a strange version', 'GET /é HTTP/1.12\r\n\r\n'],
    ['no target', 'GET HTTP/1.1\r\n\r\n'],
    ['an empty target', 'GET   HTTP/1.1\r\n\r\n'],
    ['a strange method', 'GÉT /é HTTP/1.1\r\n\r\n'],
    ['no method', ' /é HTTP/1.1\r\n\r\n'],
    ['a TLS hello', '\x16\x03\x01\x02\0\x01\n HTTP/1.1\r\n'],
  ])('undefined for %s', (_, packet) => {
    expect(encoded(packet)).toBeUndefined()
  })

  test("keeps the body and the headers, and doesn't change the given packet", () => {
    const rest = Buffer.from('\r\nHost: x\r\n\r\n\xff\0 é', 'latin1')
    const packet = Buffer.concat([Buffer.from('POST /é HTTP/1.1'), rest])
    const before = Buffer.from(packet)
    const bytes = encodeRawRequestLine(packet)!
    expect(Buffer.from(bytes).subarray(-rest.length)).toEqual(rest)
    expect(packet).toEqual(before)
  })

  test('a raw query means the same as these bytes in a body', () => {
    const byte = fc.integer({ min: 1, max: 255 }).filter((code) => code !== 0x0a)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), byte, (bytes, refused) => {
        const query = Buffer.concat([
          Buffer.from('a='),
          bytes.filter((code) => code !== 0 && code !== 0x0a),
          Buffer.of(refused, 0x80),
          Buffer.from('&z=1'),
        ])
        const packet = Buffer.concat([Buffer.from('GET /?'), query, Buffer.from(' HTTP/1.1\r\n')])
        const target = encoded(packet)!.split(' ')[1]!
        expect(parseQuery(target.slice(2))).toEqual(addBody(NOTHING_RECEIVED, query))
      }),
    )
  })
})

describe('repairRequest', () => {
  const repaired = (packet: string) => {
    const bytes = repairRequest(Buffer.from(packet, 'latin1'))
    return bytes && Buffer.from(bytes).toString('latin1')
  }

  test.each<[string, string, string]>([
    ['bare line feeds', 'GET /a HTTP/1.1\nHost: x\n\n', 'GET /a HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no header', 'GET /a HTTP/1.0\n\n', 'GET /a HTTP/1.0\r\n\r\n'],
    ['empty lines before', '\n\nGET /a HTTP/1.1\n\n', '\r\n\r\nGET /a HTTP/1.1\r\n\r\n'],
    [
      'a body, which stays',
      'POST /a HTTP/1.1\nA: b\n\nx\ny\n\n\xff',
      'POST /a HTTP/1.1\r\nA: b\r\n\r\nx\ny\n\n\xff',
    ],
    ['raw bytes too', 'GET /\xe9 b HTTP/1.1\nA: b\n\n', 'GET /%e9%20b HTTP/1.1\r\nA: b\r\n\r\n'],
    ['raw bytes alone', 'GET /\xe9 HTTP/1.1\r\nA: b\r\n\r\n', 'GET /%e9 HTTP/1.1\r\nA: b\r\n\r\n'],
  ])('%s', (_, packet, expected) => {
    expect(repaired(packet)).toBe(expected)
  })

  test.each<[string, string]>([
    ['one line that ends in CRLF', 'GET /a HTTP/1.1\r\nHost: x\nA: b\n\n'],
    ['one header that ends in CRLF', 'GET /a HTTP/1.1\nHost: x\r\nA: b\n\n'],
    ['a last line that ends in CRLF', 'GET /a HTTP/1.1\nHost: x\n\r\n'],
    ['an unfinished head', 'GET /a HTTP/1.1\nHost: x\n'],
    ['no version', 'GET /a\n\n'],
    ['a head of 17 KB', `GET /a HTTP/1.1\nA: ${'b'.repeat(17_000)}\n\n`],
    ['nothing but line feeds', '\n\n\n'],
  ])('undefined for %s', (_, packet) => {
    expect(repaired(packet)).toBeUndefined()
  })
})

describe("Node's parser", () => {
  let server: Server
  beforeAll(async () => {
    server = createServer((request, response) => response.end(request.url))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => server.close())

  async function answerTo(packet: Uint8Array): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(packet)
    return readAll(socket)
  }

  test('refuses exactly the bytes that we encode, and takes the encoded ones', async () => {
    for (let byte = 0; byte < 256; byte++) {
      if (byte === 0x0a) continue
      const packet = Buffer.concat([
        Buffer.from('GET /a?b='),
        Buffer.of(byte),
        Buffer.from('c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
      ])
      const ours = encodeRawRequestLine(packet)
      expect(await answerTo(packet), String(byte)).toMatch(ours ? /^HTTP\/1.1 400 / : /^HTTP\/1.1 200 /)
      if (ours)
        expect(await answerTo(ours)).toMatch(
          new RegExp(`\\r\\n/a\\?b=%${byte.toString(16).padStart(2, '0')}c$`),
        )
    }
  })
})
