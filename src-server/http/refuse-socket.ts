import type { Socket } from 'node:net'

/**
 * Answers a client whose bytes are no request or didn't arrive, and closes. `status` is the end of a status
 * line: `400 Bad Request`.
 */
export function refuseSocket(socket: Socket, status: string): void {
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  else socket.destroy()
}

/**
 * The system still delivers bytes that it has accepted from a closed connection. A shutdown first would take
 * another turn of the event loop.
 */
export function endAfterAnswer(socket: Socket): void {
  if (socket.writableLength === 0) socket.destroy()
  else socket.destroySoon()
}
