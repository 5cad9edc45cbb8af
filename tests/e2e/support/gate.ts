import { connect, createServer, type Socket } from 'node:net'
import { closeLoopback, openLoopback, urlOf } from '../../support/loopback.ts'

export interface Gate {
  /** Stays the same, whatever server is behind it. */
  readonly url: string
  close(): Promise<void>
}

/** One address for a server that comes back at another port. Without a server it closes the connection. */
export async function openGate(find: () => string | undefined): Promise<Gate> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer((caller) => {
    keep(caller)
    caller.on('error', () => caller.destroy())
    const target = find()
    if (target === undefined) {
      caller.destroy()
      return
    }
    const { hostname, port } = new URL(target)
    const callee = connect(Number(port), hostname)
    keep(callee)
    callee.on('error', () => caller.destroy())
    callee.once('close', () => caller.destroy())
    caller.once('close', () => callee.destroy())
    caller.pipe(callee).pipe(caller)
  })
  await openLoopback(server)
  return {
    url: urlOf(server),
    close() {
      for (const socket of sockets) socket.destroy()
      return closeLoopback(server)
    },
  }
}
