import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BodyBudget } from '../../src-server/http/body-budget.ts'
import { QUIET_LOG } from '../support/storage-watch.ts'
import { clientAddress } from '../../src-server/http/client-address.ts'
import { ConnectionLimit } from '../../src-server/http/connection-limit.ts'
import { listen, type Listener } from '../../src-server/http/listener.ts'
import { createRuntimeHandler } from '../../src-server/http/runtime-handler.ts'
import type { HttpReply, RawCall } from '../../src-server/runtime/call.ts'
import { RawConnection } from '../integration/raw-connection.ts'
import { until } from '../support/until.ts'

/**
 * Each call is answered once, in its turn, by its content: in the fast lane, on node:http, and across the
 * two.
 */

let listener: Listener
const LATE_MS = 15
/** The number of calls so far. */
let asked = 0
const reply = (body: string): HttpReply => ({ status: 200, contentType: 'text/plain', body })
const said = ({ query, body, ip }: RawCall) => `${query} ${Buffer.from(body).toString('hex')} ${ip}`

/** Echoes the call: at once, a little later, or later. */
function answer(call: RawCall): HttpReply | Promise<HttpReply> {
  asked++
  if (call.query.startsWith('soon')) return Promise.resolve(reply(said(call)))
  if (!call.query.startsWith('late')) return reply(said(call))
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve(reply(said(call)))
    }, LATE_MS)
  })
}

function openListener(): Promise<Listener> {
  const isStopping = () => false
  const runtime = createRuntimeHandler({
    log: QUIET_LOG,
    answer,
    isStopping,
    bodies: new BodyBudget({ total: 1e9, perAddress: 1e9 }, () => undefined),
    refuse: (status) => ({ ...reply('refused'), status }),
    addressOf: ({ socket }) => clientAddress(socket),
    originOf: ({ headers }) => `http://${headers.host ?? ''}`,
  })
  return listen({ host: '127.0.0.1', port: 0, sockets: 1 }, new ConnectionLimit(10), {
    runtime,
    app: (_request, response) => response.end('another page'),
    lane: {
      answer,
      isStopping,
      log: QUIET_LOG,
      now: () => 1_700_000_000,
      trusts: () => false,
      placeOf: () => ({ ip: '', origin: '' }),
    },
  })
}
beforeAll(async () => {
  listener = await openListener()
})
afterAll(() => listener.close())

interface Sent {
  readonly bytes: Buffer
  readonly said: string
}

const RAW = Buffer.from('卡')
const queries = fc.constantFrom('', 'now', 'soon', 'late', 'now=+%00', 'soon;a=1', 'late?x', 'A=1&a=2')
const bodies = fc.oneof(
  fc.constantFrom('', 'kami=1', 'a=1\0', 'x'.repeat(5000)).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes)),
)
const HEADERS = ['', 'Connection: keep-alive\r\n', 'X-Any: y\r\n', 'X-Any: \t\r\n', 'TE: trailers\r\n']

const post = fc.tuple(queries, bodies, fc.constantFrom(...HEADERS)).map(([query, body, header]): Sent => {
  const head = `POST /api.php?${query} HTTP/1.1\r\nHost: x\r\n${header}Content-Length: ${body.length}\r\n\r\n`
  return {
    bytes: Buffer.concat([Buffer.from(head), body]),
    said: `${query} ${body.toString('hex')} 127.0.0.1`,
  }
})
const chunked = fc.tuple(queries, bodies).map(([query, body]): Sent => {
  const head = `POST /api.php?${query} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`
  const chunk =
    body.length === 0 ? [] : [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]
  return {
    bytes: Buffer.concat([Buffer.from(head), ...chunk, Buffer.from('0\r\n\r\n')]),
    said: `${query} ${body.toString('hex')} 127.0.0.1`,
  }
})
const get = queries.map((query): Sent => ({
  bytes: Buffer.from(`GET /api.php?${query} HTTP/1.1\r\nHost: x\r\n\r\n`),
  said: `${query}  127.0.0.1`,
}))
const elsewhere = fc.constant<Sent>({
  bytes: Buffer.from('GET /console/ HTTP/1.1\r\nHost: x\r\n\r\n'),
  said: 'another page',
})
const any = fc.oneof({ weight: 5, arbitrary: post }, chunked, get, elsewhere)
const talk = fc.record({
  calls: fc.array(any, { minLength: 1, maxLength: 6 }),
  /** Where the bytes are cut into packets. */
  cuts: fc.array(fc.nat(6000), { maxLength: 6 }),
  /** Whether every call is a packet as well. */
  apart: fc.boolean(),
  /** How the client ends its side. */
  end: fc.constantFrom('half-close', 'wish'),
})
const LAST: Sent = {
  bytes: Buffer.from(
    'POST /api.php?late HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
  ),
  said: 'late  127.0.0.1',
}

function packetsOf(calls: readonly Sent[], cuts: readonly number[], apart: boolean): Buffer[] {
  const whole = Buffer.concat(calls.map(({ bytes }) => bytes))
  const ends = new Set([...cuts.filter((cut) => cut < whole.length), whole.length])
  let at = 0
  if (apart) for (const { bytes } of calls) ends.add((at += bytes.length))
  let from = 0
  return [...ends]
    .sort((a, b) => a - b)
    .map((end) => {
      const packet = whole.subarray(from, end)
      from = end
      return packet
    })
}

describe('calls on one connection', () => {
  it('are answered one by one, in their turn', async () => {
    const property = fc.asyncProperty(talk, async ({ calls: some, cuts, apart, end }) => {
      const calls = end === 'wish' ? [...some, LAST] : some
      const connection = await RawConnection.open(listener.url)
      for (const packet of packetsOf(calls, cuts, apart)) await connection.write(packet)
      if (end === 'half-close') connection.end()
      const answers: string[] = []
      for (let i = 0; i < calls.length; i++) answers.push((await connection.reply()).body)
      expect(answers).toEqual(calls.map((call) => call.said))
      await connection.closed()
    })
    await fc.assert(property, { numRuns: 200 })
  }, 120_000)

  it.each(['now', 'soon', 'late'])('an invalid call is answered after %s', async (query) => {
    const connection = await RawConnection.open(listener.url)
    const sent = `POST /api.php?${query} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nkami=1`
    await connection.write(sent, 'no call either\r\n')
    expect((await connection.reply()).body).toBe(`${query} 6b616d69 127.0.0.1`)
    expect((await connection.reply()).status).toBe(400)
    await connection.closed()
  })

  it('raw bytes in an address wait for the call before', async () => {
    const connection = await RawConnection.open(listener.url)
    const before = asked
    await connection.write('GET /api.php?late HTTP/1.1\r\nHost: x\r\n\r\n')
    await until(() => asked > before, 'the first call')
    await connection.write('GET /api.php?now=', RAW, ' HTTP/1.1\r\nHost: x\r\n\r\n')
    connection.end()
    expect((await connection.reply()).body).toBe('late  127.0.0.1')
    expect((await connection.reply()).body).toBe('now=%e5%8d%a1  127.0.0.1')
    await connection.closed()
  })
})
