import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { RawConnection, type RawReply } from './raw-connection.ts'

/** Raw bytes in a request line, and what only looks like a request with raw bytes. */

const RAW = Uint8Array.of(0xe9)
const HOST = 'Host: x\r\n'
let server: TestServer
let app: number
const connections: RawConnection[] = []

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
})
afterEach(() => {
  for (const connection of connections.splice(0)) connection.close()
})
afterAll(() => server.end())

async function open(): Promise<RawConnection> {
  const connection = await RawConnection.open(server.running.publicUrl)
  connections.push(connection)
  return connection
}

/** A login that costs one use of the code, with a raw byte in its address. */
const login = (kami: string, lineEnd = '\r\n'): Buffer =>
  Buffer.concat([
    Buffer.from(`GET /api.php?api=kmlogon&app=${app}&kami=${kami}&markcode=m&n=`),
    RAW,
    Buffer.from(` HTTP/1.1${lineEnd}${HOST.trim()}${lineEnd}X-Forwarded-For: 1.2.3.4${lineEnd}${lineEnd}`),
  ])
const countCode = () => server.code({ app, type: 'count', amount: 5 })
async function usesLeft(kami: string): Promise<unknown> {
  const { rows } = await server.act('code_list', { filter: { app, kami } })
  return rows[0]?.left
}
const codeOf = ({ body }: RawReply) => (JSON.parse(body) as { code: number }).code
/** A public question of ajax.php that takes a body. */
const POST = `POST /ajax.php?act=site HTTP/1.1\r\n${HOST}`

/** Sends the packets and counts the answers until the server closes the connection. */
async function answersTo(packets: readonly (string | Uint8Array)[]): Promise<number[]> {
  const connection = await open()
  for (const packet of packets) {
    await connection.write(packet)
    // After another connection's call, the server has read the packet alone.
    await server.api('ini', app)
  }
  await connection.closed()
  const statuses: number[] = []
  while (connection.hasReply()) statuses.push((await connection.reply()).status)
  return statuses
}

describe('bytes that look like a request with raw bytes', () => {
  const followers: [string, (body: Buffer) => readonly (string | Uint8Array)[]][] = [
    [
      'a body of an announced length, then bytes that are no request',
      (body) => [`${POST}Content-Length: ${body.length}\r\n\r\n`, Buffer.concat([body, Buffer.of(0)])],
    ],
    [
      'a chunk, then a chunk of an invalid size',
      (body) => [
        `${POST}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`,
        Buffer.concat([body, Buffer.from('\r\nno size\r\n')]),
      ],
    ],
    [
      'a last chunk, then a length as a trailer',
      (body) => [
        `${POST}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`,
        Buffer.concat([body, Buffer.from('\r\n0\r\nContent-Length: 5\r\n\r\n')]),
      ],
    ],
    ['a value of a header, then a NUL', (body) => [`${POST}X-Any: `, Buffer.concat([body, Buffer.of(0)])]],
    ['the rest of an address', (body) => ['GET /api.php?x=', body]],
    ['the start of an address', (body) => ['GET ', body]],
    ['a line among the headers', (body) => [POST, body]],
  ]

  it.each(followers)('are no call: %s', async (_, packets) => {
    const kami = await countCode()
    const statuses = await answersTo(packets(login(kami)))
    expect(statuses.at(-1)).toBe(400)
    expect(statuses.length).toBeLessThanOrEqual(2)
    expect(await usesLeft(kami)).toBe(5)
  })

  it.each(followers.slice(0, 4))('are no call with bare line feeds: %s', async (_, packets) => {
    const kami = await countCode()
    await answersTo(packets(login(kami, '\n')))
    expect(await usesLeft(kami)).toBe(5)
  })
})

describe('calls with raw bytes', () => {
  it('are answered, two and three in one packet', async () => {
    for (const count of [2, 3]) {
      const kami = await countCode()
      const connection = await open()
      await connection.write(...Array.from({ length: count }, () => login(kami)))
      for (let i = 0; i < count; i++) expect(codeOf(await connection.reply())).toBe(200)
      expect(await usesLeft(kami)).toBe(5 - count)
    }
  })

  it('are answered behind another call in the same packet, and before one', async () => {
    const kami = await countCode()
    const plain = `POST /api.php?api=ini&app=${app} HTTP/1.1\r\n${HOST}Content-Length: 3\r\n\r\na=1`
    const connection = await open()
    await connection.write(plain, login(kami), plain, login(kami), plain)
    for (let i = 0; i < 5; i++) expect(codeOf(await connection.reply())).toBe(200)
    expect(await usesLeft(kami)).toBe(3)
  })

  it('are answered 1500 times on one connection', async () => {
    const connection = await open()
    const call = Buffer.concat([
      Buffer.from(`GET /api.php?api=ini&app=${app}&n=`),
      RAW,
      Buffer.from(` HTTP/1.1\r\n${HOST}\r\n`),
    ])
    for (let i = 0; i < 1500; i += 50) {
      for (let k = 0; k < 50; k++) await connection.write(call)
      for (let k = 0; k < 50; k++) expect(codeOf(await connection.reply())).toBe(200)
    }
  })
})
