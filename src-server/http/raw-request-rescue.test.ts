import { connect as connectTls } from 'node:tls'
import { afterEach, expect, it } from 'vitest'
import { QUIET_LOG } from '../../tests/support/storage-watch.ts'
import { RawConnection } from '../../tests/integration/raw-connection.ts'
import { makeCertificate } from '../../tests/support/certificate.ts'
import { until } from '../../tests/support/until.ts'
import { ConnectionLimit } from './connection-limit.ts'
import { listen, type Listener, type ListenOptions } from './listener.ts'

const open: Listener[] = []
afterEach(async () => {
  for (const listener of open.splice(0)) await listener.close()
})

async function start(tls?: ListenOptions['tls']) {
  const limit = new ConnectionLimit(10)
  const listener = await listen({ host: '127.0.0.1', port: 0, sockets: 1, tls }, limit, {
    runtime: (request, response) => response.end(request.url),
    app: (_, response) => response.end(),
    lane: {
      log: QUIET_LOG,
      answer: () => ({ status: 200, contentType: 'text/plain', body: '' }),
      isStopping: () => false,
      now: () => 1_700_000_000,
      trusts: () => false,
      placeOf: () => ({ ip: '', origin: '' }),
    },
  })
  open.push(listener)
  return { limit, url: listener.url }
}
const CALL = Buffer.from('GET /api.php?kami=\xe9 HTTP/1.1\r\nHost: x\r\n\r\n', 'latin1')

it('a connection with a rescued call counts until it closes', async () => {
  const { limit, url } = await start()
  const connection = await RawConnection.open(url)
  for (let i = 0; i < 3; i++) {
    await connection.write(CALL)
    expect((await connection.reply()).body).toBe('/api.php?kami=%e9')
  }
  expect(limit.open).toBe(1)
  connection.close()
  await until(() => limit.open === 0, 'the end of the connection')
})

it('a call with raw bytes is rescued under TLS', async () => {
  const { url } = await start(makeCertificate())
  const socket = connectTls({ port: Number(new URL(url).port), rejectUnauthorized: false })
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  socket.write(CALL)
  await until(() => received.includes('/api.php?kami=%e9'), 'the answer')
  socket.destroy()
})
