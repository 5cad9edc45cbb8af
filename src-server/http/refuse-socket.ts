import type { Socket } from 'node:net'

/** Tells a client whose bytes are no request, or didn't come, and closes. `status` is a status line's end: `400 Bad Request`. */
export function refuseSocket(socket: Socket, status: string): void {
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  else socket.destroy()
}
