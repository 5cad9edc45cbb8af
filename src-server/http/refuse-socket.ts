import type { Socket } from 'node:net'

/**
 * Answers a client whose bytes are no request or didn't arrive, and closes. `status` is the end of a status
 * line: `400 Bad Request`. The body is JSON like that of every refusal.
 * @param now Unix seconds
 */
export function refuseSocket(socket: Socket, status: string, now: number): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = refusalBody(status, now)
  const head = `Connection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}`
  socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`)
}

/** The code and the text of a status line. */
export function refusalBody(status: string, now: number): string {
  const at = status.indexOf(' ')
  return JSON.stringify({ code: Number(status.slice(0, at)), msg: status.slice(at + 1), time: now })
}
