import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { RawConnection } from '../../tests/integration/raw-connection.ts'
import { until } from '../../tests/support/until.ts'
import type { HttpReply, RawCall } from '../runtime/call.ts'
import { QUIET_LOG } from '../../tests/support/storage-watch.ts'
import { FastLane } from './fast-lane.ts'
import type { LaneParts } from './lane-connection.ts'

const open: { server: Server; lane: FastLane }[] = []
afterEach(() => {
  for (const { server, lane } of open.splice(0)) {
    lane.closeAll()
    server.close()
  }
})

const reply = (body: string | Uint8Array): HttpReply => ({ status: 200, contentType: 'text/plain', body })

/**
 * A fast lane behind a port. `handedOver` holds the sockets it gave up, `read` the bytes they received
 * afterwards.
 */
async function start(parts: Partial<LaneParts> = {}) {
  const handedOver: Socket[] = []
  const read: string[] = []
  /**
   * The numbers of listeners that remain for error, data and end. The one that remains for end is net's own.
   */
  const leftovers: number[][] = []
  const lane = new FastLane({
    log: QUIET_LOG,
    answer: ({ query }) => reply(query),
    isStopping: () => false,
    trusts: () => false,
    placeOf: () => ({ ip: '', origin: '' }),
    now: () => 1_700_000_000,
    handOver: (socket) => {
      leftovers.push(['error', 'data', 'end'].map((event) => socket.listenerCount(event)))
      handedOver.push(socket)
      socket.on('data', (packet: Buffer) => read.push(packet.toString('latin1')))
    },
    firstRequestMs: 10_000,
    keepAliveMs: 65_000,
    restMs: 10_000,
    unreadMs: 10_000,
    lookMs: 5,
    ...parts,
  })
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    lane.admit(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({ server, lane })
  const connect = () => RawConnection.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  /** After another round trip, the server has read all packets so far. */
  const roundTrip = async () => {
    const other = await connect()
    await other.write(call('trip'))
    await other.reply()
    other.close()
  }
  return { lane, handedOver, read, leftovers, connect, roundTrip }
}
const call = (query: string, headers = '') =>
  `POST /api.php?${query} HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: 0\r\n\r\n`

/** A handler whose answer the test triggers. */
function later() {
  const calls: RawCall[] = []
  let give = (_: HttpReply): void => undefined
  const answer = (raw: RawCall) => {
    calls.push(raw)
    return new Promise<HttpReply>((resolve) => {
      give = resolve
    })
  }
  return {
    calls,
    answer,
    give: (body: string) => {
      give(reply(body))
    },
  }
}

it('passes a call on with the sender’s address and its Host', async () => {
  const { connect } = await start({ answer: ({ method, ip, origin }) => reply(`${method} ${ip} ${origin}`) })
  const connection = await connect()
  await connection.write(call('a'))
  expect(await connection.reply()).toMatchObject({ body: 'POST 127.0.0.1 http://x' })
})

it('answers one call after another on a connection', async () => {
  const { connect, handedOver } = await start()
  const connection = await connect()
  for (const query of ['a', 'b', 'c']) {
    await connection.write(call(query))
    expect(await connection.reply()).toMatchObject({ status: 200, body: query })
  }
  expect(handedOver).toEqual([])
  connection.close()
})

it('gives the length in bytes, for bytes and for texts beyond ASCII', async () => {
  const bodies = [Uint8Array.of(1, 2, 3), '卡密']
  const { connect } = await start({ answer: ({ query }) => reply(bodies[Number(query)] ?? '') })
  const connection = await connect()
  for (const [i, body] of bodies.entries()) {
    await connection.write(call(String(i)))
    expect((await connection.reply()).body).toBe(Buffer.from(body).toString())
  }
  connection.close()
})

it('closes after the answer when the client asks for it', async () => {
  const { connect } = await start()
  const connection = await connect()
  await connection.write(call('a', 'Connection: close\r\n'))
  expect((await connection.reply()).head).toMatch(/\r\nConnection: close$/)
  await connection.closed()
})

it('answers 408 on a silent new connection, and closes a silent connection it has answered', async () => {
  const silent = await start({ firstRequestMs: 20 })
  const first = await silent.connect()
  expect((await first.reply()).status).toBe(408)
  await first.closed()
  const { connect } = await start({ keepAliveMs: -980 })
  const answered = await connect()
  await answered.write(call('a'))
  expect((await answered.reply()).status).toBe(200)
  await answered.closed()
})

it('hands over a packet that is no plain call, whole, and keeps nothing of the connection', async () => {
  const { connect, handedOver, read, leftovers } = await start()
  const connection = await connect()
  await connection.write(call('a'))
  await connection.reply()
  await connection.write('GET / HTTP/1.1\r\n')
  await until(() => read.length > 0, 'the packet')
  expect(read).toEqual(['GET / HTTP/1.1\r\n'])
  expect(leftovers).toEqual([[0, 0, 1]])
  handedOver[0]?.destroy()
})

const HEAD = 'POST /api.php?a HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\n'

it('answers a GET, and a call whose body comes in a second packet', async () => {
  const { connect, handedOver } = await start({
    answer: ({ method, query, body }) => reply(`${method} ${query} ${Buffer.from(body).toString()}`),
  })
  const connection = await connect()
  for (const [packets, body] of [
    [['GET /api.php?kami=1&b=%00 HTTP/1.1\r\nHost: x\r\n\r\n'], 'GET kami=1&b=%00 '],
    [[HEAD, 'kami=1'], 'POST a kami=1'],
    [[`${HEAD}ka`, 'mi=2'], 'POST a kami=2'],
    [[HEAD.replace('POST', 'GET'), 'kami=3'], 'GET a kami=3'],
  ] as const) {
    for (const packet of packets) await connection.write(packet)
    expect((await connection.reply()).body).toBe(body)
  }
  expect(handedOver).toEqual([])
  connection.close()
})

it.each([
  ['a body in three packets', [HEAD, 'ka', 'mi=1'], 2],
  ['bytes behind the body', [HEAD, `kami=1${call('b')}`], 2],
  ['another call instead of the body', [HEAD, call('b')], 2],
  ['a chunked body', [HEAD.replace('Content-Length: 6', 'Transfer-Encoding: chunked')], 1],
  ['two lengths', [HEAD.replace('\r\n\r\n', '\r\nContent-Length: 0\r\n\r\n')], 1],
  ['a long first packet', [`${HEAD.replace('6', '60000')}${'x'.repeat(5000)}`], 1],
] as const)('hands over %s, whole', async (_, packets, first) => {
  const { connect, handedOver, read, roundTrip } = await start()
  const connection = await connect()
  for (const packet of packets) {
    await connection.write(packet)
    await roundTrip()
  }
  await until(() => read.join('') === packets.join(''), 'all bytes')
  expect(read[0]).toBe(packets.slice(0, first).join(''))
  handedOver[0]?.destroy()
})

it('hands over a call whose body does not come, and at a stop', async () => {
  const slow = await start({ restMs: 20 })
  await (await slow.connect()).write(HEAD)
  await until(() => slow.read.join('') === HEAD, 'the head')
  const { lane, connect, handedOver, read, roundTrip } = await start()
  const connection = await connect()
  await connection.write(call('a'))
  await connection.reply()
  await connection.write(HEAD)
  await roundTrip()
  lane.closeIdle()
  await until(() => read.join('') === HEAD, 'the head')
  for (const socket of [...slow.handedOver, ...handedOver]) socket.destroy()
})

it('answers 400 to a client that ends in the middle of a call', async () => {
  const { connect } = await start()
  const connection = await connect()
  await connection.write(`${HEAD}kam`)
  connection.end()
  expect((await connection.reply()).status).toBe(400)
  await connection.closed()
})

it('answers one call at a time, and hands over bytes that arrive before the answer', async () => {
  const { calls, answer, give } = later()
  const { connect, handedOver, read } = await start({ answer })
  const connection = await connect()
  await connection.write(call('a'))
  await until(() => calls.length === 1, 'the first call')
  await connection.write(call('b'))
  give('first')
  expect((await connection.reply()).body).toBe('first')
  await until(() => read.length > 0, 'the packet')
  expect(read).toEqual([call('b')])
  expect(calls).toHaveLength(1)
  handedOver[0]?.destroy()
})

it('hands over bytes that arrive before the answer, also when they are the last', async () => {
  const { calls, answer, give } = later()
  const { connect, handedOver, read } = await start({
    answer: (raw) => (raw.query === 'slow' ? answer(raw) : reply('quick')),
  })
  const [connection, other] = [await connect(), await connect()]
  await connection.write(call('slow'))
  await until(() => calls.length === 1, 'the first call')
  await connection.write(call('b'))
  connection.end()
  // After another round trip the server has read the end too.
  await other.write(call('quick'))
  await other.reply()
  give('first')
  const first = await connection.reply()
  expect(first.body).toBe('first')
  expect(first.head).toMatch(/\r\nConnection: keep-alive\r\n/)
  await until(() => read.length > 0, 'the packet')
  expect(read).toEqual([call('b')])
  other.close()
  handedOver[0]?.destroy()
})

it('a client that leaves before its answer does no harm', async () => {
  const { calls, answer, give } = later()
  const { connect } = await start({ answer })
  const gone = await connect()
  await gone.write(call('a'))
  await until(() => calls.length === 1, 'the call')
  gone.close()
  await gone.closed()
  give('late')
  const connection = await connect()
  await connection.write(call('b'))
  await until(() => calls.length === 2, 'the next call')
  give('next')
  expect((await connection.reply()).body).toBe('next')
  connection.close()
})

it('on stop: answers the current call as the last one, closes silent connections, hands over new ones', async () => {
  const { calls, answer, give } = later()
  const { lane, connect, handedOver } = await start({
    answer: (raw) => (raw.query === 'slow' ? answer(raw) : reply('quick')),
  })
  const [slow, silent, unused] = [await connect(), await connect(), await connect()]
  await silent.write(call('quick'))
  await silent.reply()
  await slow.write(call('slow'))
  await until(() => calls.length === 1, 'the slow call')
  lane.closeIdle()
  await silent.closed()
  expect(handedOver).toHaveLength(1)
  give('done')
  const last = await slow.reply()
  expect(last.body).toBe('done')
  expect(last.head).toMatch(/Connection: close$/)
  await slow.closed()
  unused.close()
  handedOver[0]?.destroy()
})

it('a stopping server hands over every call', async () => {
  const { connect, handedOver } = await start({ isStopping: () => true })
  const connection = await connect()
  await connection.write(call('a'))
  await until(() => handedOver.length === 1, 'the hand-over')
  handedOver[0]?.destroy()
})

it('cuts off a client that does not read its answer', async () => {
  const { lane, connect } = await start({
    answer: () => reply(Buffer.alloc(32 * 1024 * 1024)),
    unreadMs: 50,
  })
  const connection = await connect()
  connection.pause()
  await connection.write(call('large'))
  await until(() => lane.size === 1, 'the connection')
  await until(() => lane.size === 0, 'its end')
})
