import type { Socket } from 'node:net'

/**
 * Answers a client whose bytes are no request or didn't arrive, and closes. `status` is the end of a status
 * line: `400 Bad Request`.
 */
export function refuseSocket(socket: Socket, status: string): void {
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  else socket.destroy()
}
