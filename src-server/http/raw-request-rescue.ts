import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { repairRequest } from '../wire/raw-request.ts'

/**
 * Serves requests that clients in the field send and Node's parser refuses: with raw UTF-8 or GBK bytes in their line, or with
 * bare line feeds. The packet that was refused is repaired and given to the server again, as the start of a connection that goes
 * on where the old one was. Costs nothing while nothing is refused.
 * @returns the new connection's start, undefined where nothing is to be rescued
 */
export function rescueRawRequest(server: Server, error: Error, socket: Socket): (() => void) | undefined {
  const packet = 'rawPacket' in error && error.rawPacket instanceof Uint8Array ? error.rawPacket : undefined
  const repaired = packet === undefined ? undefined : repairRequest(packet)
  if (repaired === undefined || socket.destroyed) return undefined
  // At once, so that what comes next isn't lost on the parser that gave up.
  const connection = new ContinuedConnection(socket, repaired)
  return () => {
    server.emit('connection', connection)
  }
}

/** The rest of a socket behind a first packet that replaces what was read of it. */
class ContinuedConnection extends Duplex {
  readonly #socket: Socket

  constructor(socket: Socket, first: Uint8Array) {
    super({ allowHalfOpen: true })
    this.#socket = socket
    // The parser that gave up still listens: without this it would see, and refuse, what comes next.
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

  /** Read by clientAddress. */
  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress
  }

  /** The server cuts off idle connections by this. */
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
