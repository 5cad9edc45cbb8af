import { createServer } from 'node:net'
import { answerTo } from './form.ts'

/**
 * The floor: the bytes of the other references' answer, written once for each packet, without a look at it.
 * Nothing on Node's sockets answers faster, so no server in Node exceeds it.
 */
const body = JSON.stringify(answerTo('60000000@Bench-MT5 2', '500000000'))
const head =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\n' +
  `Content-Length: ${Buffer.byteLength(body)}\r\n`
const kept = Buffer.from(`${head}Connection: keep-alive\r\n\r\n${body}`)
const last = Buffer.from(`${head}Connection: close\r\n\r\n${body}`)

const server = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.on('data', (packet) => {
    if (packet.includes('Connection: close\r\n')) socket.end(last)
    else socket.write(kept)
  })
})
server.listen(Number(process.argv[2]), '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') console.log(`ready ${address.port}`)
})
