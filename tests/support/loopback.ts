import { Server as HttpServer } from 'node:http'
import { Server as HttpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'

/** Opens a server on a free port that only this machine reaches. */
export function openLoopback(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
}

/** The port of an open server. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** The address of an open server, without a slash at its end. */
export const urlOf = (server: Server): string => `http://127.0.0.1:${portOf(server)}`

/** Closes a server. The connections of HTTP end with it; a plain server waits for its own. */
export function closeLoopback(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve()
    })
  })
  if (server instanceof HttpServer || server instanceof HttpsServer) server.closeAllConnections()
  return closed
}
