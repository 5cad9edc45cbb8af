import type { Server } from 'node:http'
import { Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import { repairRequest } from '../wire/raw-request.ts'
import { beginningOfRefused } from '../wire/refused-request.ts'
import { ContinuedConnection } from './continued-connection.ts'

/**
 * Serves requests of deployed clients that Node's parser refuses: with raw UTF-8 or GBK bytes in the request
 * line, or with bare line feeds. Repairs the refused request and gives it to the server again, as the start of
 * a new connection on the same socket. Costs nothing while the parser refuses nothing.
 * @returns a function that starts the new connection, or undefined when the request can't be repaired
 */
export function rescueRawRequest(
  server: Server,
  error: Error,
  socket: Socket | ContinuedConnection,
): (() => void) | undefined {
  const refused = refusedRequest(error)
  const repaired = refused === undefined ? undefined : repairRequest(refused)
  if (repaired === undefined || socket.destroyed) return undefined
  // At once, so that the failed parser doesn't consume the next bytes.
  const connection = ContinuedConnection.of(socket, repaired)
  return () => {
    connection.begin()
    server.emit(server instanceof HttpsServer ? 'secureConnection' : 'connection', connection)
  }
}

/** The packet from the refused request on. */
function refusedRequest(error: Error): Uint8Array | undefined {
  if (!('rawPacket' in error && 'code' in error && 'bytesParsed' in error)) return undefined
  const { rawPacket: packet, code, bytesParsed } = error
  if (!(packet instanceof Uint8Array) || typeof code !== 'string' || typeof bytesParsed !== 'number')
    return undefined
  const start = beginningOfRefused(packet, code, bytesParsed)
  return start === undefined ? undefined : packet.subarray(start)
}
