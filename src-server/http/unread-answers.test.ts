import { createServer, type RequestListener } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { RawConnection } from '../../tests/integration/raw-connection.ts'
import { until } from '../../tests/support/until.ts'
import { AnswersUnderWay, MOST_WAITING } from './answers-under-way.ts'
import { UnreadAnswers } from './unread-answers.ts'

const MIB = 1024 * 1024
const nothing = () => undefined
const QUIET = { info: nothing, warn: nothing, error: nothing }
const LIMITS = { unreadMs: 100, bytes: 100 * MIB, bytesTogether: 200 * MIB, lookMs: 10 }
const open: { close: () => void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

async function start(handle: RequestListener, limits = LIMITS) {
  const underWay = new AnswersUnderWay()
  let calls = 0
  const server = createServer((request, response) => {
    if (!underWay.add(response)) return
    calls++
    handle(request, response)
  })
  const unread = new UnreadAnswers(server, underWay, QUIET, limits)
  let connections = 0
  server.on('connection', (socket: Socket) => {
    unread.track(socket)
    connections++
    socket.on('close', () => connections--)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** The calls that were handled. */
    calls: () => calls,
    connections: () => connections,
    /** A client that sends a call and never reads. */
    silent: () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      socket.pause().write(CALL)
      open.push({ close: () => socket.destroy() })
    },
  }
}
const CALL = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

describe('a client that does not read', () => {
  it('is cut off after the time', async () => {
    const answer = Buffer.alloc(32 * MIB)
    const { silent, calls, connections } = await start((_, response) => response.end(answer))
    silent()
    await until(() => calls() === 1, 'the call')
    await until(() => connections() === 0, 'the end of its connection')
  })

  it('is cut off over the bytes of one connection', async () => {
    const answer = Buffer.alloc(32 * MIB)
    const limits = { ...LIMITS, unreadMs: 1e6, bytes: 8 * MIB }
    const { silent, calls, connections } = await start((_, response) => response.end(answer), limits)
    silent()
    await until(() => calls() === 1, 'the call')
    await until(() => connections() === 0, 'the end of its connection')
  })

  it('is cut off over the bytes of all connections, the largest first', async () => {
    const answer = Buffer.alloc(32 * MIB)
    const limits = { ...LIMITS, unreadMs: 1e6, bytes: 40 * MIB, bytesTogether: 70 * MIB }
    const { silent, calls, connections } = await start((_, response) => response.end(answer), limits)
    for (let i = 0; i < 4; i++) silent()
    await until(() => calls() === 4, 'the answers')
    // What the system has taken of an answer is not unread, so that two or three stay.
    await until(() => connections() < 4, 'the end of one')
    expect(connections()).toBeGreaterThanOrEqual(2)
  })
})

it('a slow handler is no unread answer', async () => {
  const { url } = await start((_, response) => {
    setTimeout(() => response.end('late'), 500)
  })
  expect(await (await fetch(url)).text()).toBe('late')
})

it('more calls than may wait are not answered, and the connection ends after the answers', async () => {
  const { url, calls } = await start((_, response) => {
    setTimeout(() => response.setHeader('Content-Length', 2).end('ok'), 5)
  })
  const connection = await RawConnection.open(url)
  await connection.write(CALL.repeat(MOST_WAITING + 10))
  await connection.closed()
  expect(calls()).toBe(MOST_WAITING)
  for (let i = 0; i < MOST_WAITING; i++) expect((await connection.reply()).body).toBe('ok')
  expect(connection.hasReply()).toBe(false)
})
