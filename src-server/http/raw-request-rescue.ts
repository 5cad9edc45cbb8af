import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { repairRequest } from '../wire/raw-request.ts'

/**
 * Serves requests of deployed clients that Node's parser refuses: with raw UTF-8 or GBK bytes in the request
 * line, or with bare line feeds. Repairs the refused packet and gives it to the server again, as the start of
 * a new connection on the same socket. Costs nothing while the parser refuses nothing.
 * @returns a function that starts the new connection, or undefined when the packet can't be repaired
 */
export function rescueRawRequest(server: Server, error: Error, socket: Socket): (() => void) | undefined {
  const packet = 'rawPacket' in error && error.rawPacket instanceof Uint8Array ? error.rawPacket : undefined
  const repaired = packet === undefined ? undefined : repairRequest(packet)
  if (repaired === undefined || socket.destroyed) return undefined
  // At once, so that the failed parser doesn't consume the next bytes.
  const connection = new ContinuedConnection(socket, repaired)
  return () => {
    server.emit('connection', connection)
  }
}

/** The rest of a socket, after a first packet that replaces the bytes read so far. */
class ContinuedConnection extends Duplex {
  readonly #socket: Socket

  constructor(socket: Socket, first: Uint8Array) {
    super({ allowHalfOpen: true })
    this.#socket = socket
    // The failed parser still listens. Without this it would read, and refuse, the next bytes.
    for (const event of ['data', 'end', 'close', 'error', 'drain', 'timeout'])
      socket.removeAllListeners(event)
    this.push(first)
    socket.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) socket.pause()
    })
    socket.on('end', () => this.push(null))
    socket.on('close', () => this.destroy())
    socket.on('error', () => this.destroy())
    socket.on('timeout', () => this.emit('timeout'))
    socket.resume()
  }

  /** clientAddress reads this. */
  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress
  }

  /** The server closes idle connections by this timer. */
  setTimeout(ms: number, onTimeout?: () => void): this {
    this.#socket.setTimeout(ms)
    if (onTimeout !== undefined) this.once('timeout', onTimeout)
    return this
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => {
      done()
    })
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}
