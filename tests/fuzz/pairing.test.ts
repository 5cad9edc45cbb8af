import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { QUIET_LOG } from '../support/storage-watch.ts'
import { ConnectionLimit } from '../../src-server/http/connection-limit.ts'
import { listen, type Listener } from '../../src-server/http/listener.ts'
import { RawConnection } from '../integration/raw-connection.ts'
import { SEED } from '../support/seed.ts'
import { openLoopback, portOf } from '../support/loopback.ts'

/**
 * The listener answers the same requests as node:http reads from the same bytes, in the same order, each with its
 * own body. The only difference: node:http gets requests with raw bytes in their line percent-encoded.
 * PAIRING_CASES sets the number of connections, TEST_SEED repeats a run.
 */

const CASES = Number(process.env['PAIRING_CASES'] ?? 400)
const LATE_MS = 3
const ECHO = { status: 200, contentType: 'text/plain' }
let listener: Listener
let reference: Server
/** The requests that node:http read completely on the present connection. */
let completed: string[] = []

const said = (url: string, body: Uint8Array) =>
  `${url.slice(url.indexOf('?'))} ${Buffer.from(body).toString('hex')}`

function onComplete(request: IncomingMessage, then: (text: string) => void): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    then(said(request.url ?? '', Buffer.concat(chunks)))
  })
}

beforeAll(async () => {
  reference = createServer((request, response) => {
    onComplete(request, (text) => completed.push(text))
    request.on('end', () => response.end())
  })
  Object.assign(reference, { httpAllowHalfOpen: true })
  reference.on('clientError', (_, socket) => socket.destroy())
  await openLoopback(reference)
  const handle = (request: IncomingMessage, response: { end(text: string): void }) => {
    onComplete(request, (text) => {
      if (!text.startsWith('?late')) response.end(text)
      else
        setTimeout(() => {
          response.end(text)
        }, LATE_MS)
    })
  }
  listener = await listen({ host: '127.0.0.1', port: 0, sockets: 1 }, new ConnectionLimit(10), {
    runtime: handle,
    app: handle,
    lane: {
      log: QUIET_LOG,
      answer: ({ query, body }) => {
        const reply = { ...ECHO, body: said(`?${query}`, body) }
        if (!query.startsWith('late')) return reply
        return new Promise((resolve) =>
          setTimeout(() => {
            resolve(reply)
          }, LATE_MS),
        )
      },
      isStopping: () => false,
      now: () => 1_700_000_000,
      trusts: () => false,
      placeOf: () => ({ ip: '', origin: '' }),
    },
  })
})
afterAll(async () => {
  await listener.close()
  reference.close()
})

/** A message as a client sends it, and as node:http reads it. */
interface Message {
  readonly sent: Buffer
  readonly encoded: Buffer
  /** The length of the request line, if raw bytes are in it: the server needs this line in one packet. */
  readonly rawLine: number
}

const bytes = (text: string) => Buffer.from(text, 'latin1')
const RAW = ['\xe9', '\xbf\xa8\xc3\xdc', 'a b', '\x01']
const encode = (raw: string) =>
  Array.from(bytes(raw), (byte) =>
    byte <= 0x20 || byte >= 0x7f ? `%${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte),
  ).join('')
const LOOKALIKES = RAW.flatMap((raw) => [
  `GET /api.php?smuggled=${raw} HTTP/1.1\r\nHost: x\r\n\r\n`,
  `\r\nPOST /api.php?smuggled=${raw} HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc`,
  `GET /api.php?smuggled=${raw} HTTP/1.1\nHost: x\n\n`,
])

const query = fc.constantFrom('now', 'now&a=1', 'late', 'late&b=+')
const body = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('', 'kami=1', 'a=1\0', 'x'.repeat(300), ...LOOKALIKES) },
  fc.uint8Array({ maxLength: 40 }).map((some) => Buffer.from(some).toString('latin1')),
)
const HEADERS = [
  '',
  'Connection: keep-alive\r\n',
  'X-Any: \xe9 y\r\n',
  `X-Any: ${LOOKALIKES[0]?.split('\r')[0] ?? ''}\r\n`,
]
const header = fc.constantFrom(...HEADERS)

const message = (line: string, rest: string, raw = ''): Message => {
  const sent = bytes(`${line.replace('*', raw)} HTTP/1.1\r\n${rest}`)
  const encoded = bytes(`${line.replace('*', encode(raw))} HTTP/1.1\r\n${rest}`)
  return { sent, encoded, rawLine: raw === '' ? 0 : sent.indexOf('\n') + 1 }
}
const framed = (line: string, headers: string, content: string, raw?: string) =>
  message(line, `Host: x\r\n${headers}Content-Length: ${content.length}\r\n\r\n${content}`, raw)

const post = fc
  .tuple(query, header, body)
  .map(([to, headers, content]) => framed(`POST /api.php?${to}`, headers, content))
const chunked = fc.tuple(query, fc.array(body, { maxLength: 3 })).map(([to, contents]) => {
  const chunks = contents
    .filter((content) => content !== '')
    .map((content) => `${content.length.toString(16)}\r\n${content}\r\n`)
  return message(
    `POST /api.php?${to}`,
    `Host: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`,
  )
})
const get = fc
  .tuple(query, header)
  .map(([to, headers]) => message(`GET /x?${to}`, `Host: x\r\n${headers}\r\n`))
const rawPost = fc
  .tuple(query, header, body, fc.constantFrom(...RAW))
  .map(([to, headers, content, raw]) => framed(`POST /api.php?${to}&n=*`, headers, content, raw))
const rawGet = fc
  .tuple(query, header, fc.constantFrom(...RAW))
  .map(([to, headers, raw]) => message(`GET /api.php?${to}&n=*`, `Host: x\r\n${headers}\r\n`, raw))
const any = fc.oneof({ weight: 3, arbitrary: post }, chunked, get, rawPost, rawGet)
/** The bytes after the last message. */
const TAILS = ['', '', '\0', 'no request\r\n\r\n', '\r\n', 'GET /x']
/** A message whose end is cut off, so that the bytes after it belong to it. */
const torn = fc.tuple(
  any,
  fc.integer({ min: 1, max: 200 }),
  fc.constantFrom(...LOOKALIKES.map((text) => text.trimStart()), '\0', 'zz\r\n'),
)

const talk = fc.record({
  messages: fc.array(any, { minLength: 1, maxLength: 5 }),
  torn: fc.option(torn, { freq: 2 }),
  tail: fc.constantFrom(...TAILS),
  /** Where the bytes are cut into packets, besides the ends of messages. */
  cuts: fc.array(fc.nat(4000), { maxLength: 5 }),
  apart: fc.boolean(),
})
type Talk = typeof talk extends fc.Arbitrary<infer T> ? T : never

/** All bytes of a talk, as sent and as node:http reads them, and where packets may not end. */
function bytesOf({ messages, torn: last, tail }: Talk) {
  const all = [...messages]
  const cutOff = (whole: Buffer, by: number) => whole.subarray(0, Math.max(0, whole.length - by))
  if (last !== null) {
    const [{ sent, encoded, rawLine }, by, after] = last
    // At least the request line stays.
    const cut = Math.min(by, encoded.length - encoded.indexOf('\n') - 1)
    all.push({
      sent: Buffer.concat([cutOff(sent, cut), bytes(after)]),
      encoded: Buffer.concat([cutOff(encoded, cut), bytes(after)]),
      rawLine,
    })
  }
  const ends: number[] = []
  const closed: (readonly [number, number])[] = []
  let at = 0
  for (const { sent, rawLine } of all) {
    closed.push([at, at + rawLine])
    ends.push((at += sent.length))
  }
  return {
    sent: Buffer.concat([...all.map(({ sent }) => sent), bytes(tail)]),
    encoded: Buffer.concat([...all.map(({ encoded }) => encoded), bytes(tail)]),
    ends,
    mayCut: (cut: number) => closed.every(([from, to]) => cut <= from || cut >= to),
  }
}

/** What node:http reads from these bytes. */
async function readByNode(sent: Buffer): Promise<string[]> {
  completed = []
  const socket = connect(portOf(reference), '127.0.0.1')
  socket.on('error', () => undefined).resume()
  socket.end(sent)
  await new Promise((resolve) => socket.once('close', resolve))
  return completed
}

async function answersOf(packets: readonly Buffer[]): Promise<string[]> {
  const connection = await RawConnection.open(listener.url)
  for (const packet of packets) await connection.write(packet)
  connection.end()
  await connection.closed()
  const answers: string[] = []
  while (connection.hasReply()) {
    const { status, body: text } = await connection.reply()
    answers.push(status === 200 ? text : String(status))
  }
  return answers
}

describe('requests and answers on one connection', () => {
  it('are the same as with node:http', async () => {
    const property = fc.asyncProperty(talk, async (one) => {
      const { sent, encoded, ends, mayCut } = bytesOf(one)
      const cuts = new Set([...one.cuts, ...(one.apart ? ends : []), 0, sent.length])
      const places = [...cuts].filter((cut) => cut <= sent.length && mayCut(cut)).sort((a, b) => a - b)
      const packets = places.slice(1).map((end, i) => sent.subarray(places[i], end))
      const expected = await readByNode(encoded)
      const answers = await answersOf(packets)
      const refusals = answers.filter((answer) => /^\d+$/.test(answer))
      expect(answers.slice(0, answers.length - refusals.length)).toEqual(expected)
      expect(refusals.length, String(refusals)).toBeLessThanOrEqual(1)
    })
    await fc.assert(property, { numRuns: CASES, seed: SEED })
  }, 120_000)
})
