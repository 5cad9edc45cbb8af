import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { guarded } from '../contract/guarded.ts'
import type { Log } from '../contract/ports.ts'

/** The connection of a longer body closes with its answer. */
const LARGE_BYTES = 64 * 1024
/** How much of a refused body is read after its answer, so that its sender reads the answer. */
const LINGER_BYTES = 8 * 1024 * 1024
const LINGER_MS = 2000

/**
 * Closes the connection after an answer that came before the end of a large body. Without this, node:http would read
 * the body to its end, whatever its length. The server reads a little longer, because a connection that closes at once
 * is reset, and then the sender loses the answer.
 */
export function closeAfterLargeBody(
  request: IncomingMessage,
  response: ServerResponse,
  log: Pick<Log, 'error'>,
): void {
  const length = bodyLength(request)
  if (length <= LARGE_BYTES) return
  const { socket } = request
  if (length < Infinity) response.shouldKeepAlive = false
  const destroySoon = socket.destroySoon.bind(socket)
  // node:http calls it after the last answer of a connection.
  socket.destroySoon = () => {
    if (request.complete) destroySoon()
  }
  const onFinish = guarded(log, 'large_body.finish', () => {
    if (!request.complete) linger(request, socket, log)
  })
  response.once('finish', onFinish)
}

function linger(request: IncomingMessage, socket: Duplex, log: Pick<Log, 'error'>): void {
  socket.end()
  const end = guarded(log, 'large_body.end', () => {
    clearTimeout(timer)
    socket.destroy()
  })
  const timer = setTimeout(end, LINGER_MS)
  let left = LINGER_BYTES
  request.removeAllListeners('data')
  const drop = guarded(log, 'large_body.data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) end()
  })
  request.on('data', drop)
  request.once('end', end)
  request.once('close', end)
  request.resume()
}

/** The announced length of the body; infinite for a body in chunks. */
function bodyLength({ rawHeaders }: IncomingMessage): number {
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.length === 14 && name.toLowerCase() === 'content-length') return Number(rawHeaders[i + 1])
    if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') return Infinity
  }
  return 0
}
