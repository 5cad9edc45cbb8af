import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** A socket with its reader and its writer: one connection, except while earlier answers go out. */
interface Line {
  readonly socket: Socket
  reading: ContinuedConnection
  writing: ContinuedConnection | undefined
}

/**
 * The rest of a socket, after a first packet that replaces the bytes read so far. A connection that continues
 * again shares the line of the first, so that a thousand continuations are no deeper than one.
 */
export class ContinuedConnection extends Duplex {
  readonly #line: Line
  /** As net.Socket has it, milliseconds. */
  timeout = 0
  #isReplaced = false

  static of(socket: Socket | ContinuedConnection, first: Uint8Array): ContinuedConnection {
    // The failed parser still listens. Without this it would read, and refuse, the next bytes.
    socket.removeAllListeners('data').removeAllListeners('end')
    if (!(socket instanceof ContinuedConnection)) return new ContinuedConnection(socket, first)
    return new ContinuedConnection(socket.#line, Buffer.concat([first, ...socket.#rest()]))
  }

  private constructor(on: Socket | Line, first: Uint8Array) {
    super({ allowHalfOpen: true })
    this.push(first)
    if ('reading' in on) {
      this.#line = on
      on.reading = this
      if (on.socket.readableEnded) this.push(null)
    } else {
      this.#line = { socket: on, reading: this, writing: undefined }
      readFrom(this.#line)
    }
    if ('encrypted' in this.#line.socket) Object.defineProperty(this, 'encrypted', { value: true })
    this.#line.socket.resume()
  }

  /** Takes the writing side too. All answers before are out. */
  begin(): void {
    const { socket, writing } = this.#line
    this.#line.writing = this
    if (writing === undefined) leaveHttp(this.#line)
    else {
      writing.#isReplaced = true
      writing.destroy()
    }
    socket.setTimeout(0)
  }

  /** Takes the received bytes that the failed parser has not read. */
  #rest(): Buffer[] {
    const rest: Buffer[] = []
    for (;;) {
      const chunk: unknown = this.read()
      if (!Buffer.isBuffer(chunk)) return rest
      rest.push(chunk)
    }
  }

  /** clientAddress reads this. */
  get remoteAddress(): string | undefined {
    return this.#line.socket.remoteAddress
  }

  /** The server closes idle connections by this timer. */
  setTimeout(ms: number, onTimeout?: () => void): this {
    this.timeout = ms
    this.#line.socket.setTimeout(ms)
    if (onTimeout !== undefined) this.once('timeout', onTimeout)
    return this
  }

  /** node:http calls it after the last answer. */
  destroySoon(): void {
    this.end(() => this.destroy())
  }

  override _read(): void {
    this.#line.socket.resume()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#line.socket.write(chunk, encoding, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#line.socket.end(() => {
      done()
    })
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#isReplaced) this.#line.socket.destroy()
    done(error)
  }
}

function readFrom(line: Line): void {
  const { socket } = line
  socket.on('data', (chunk: Buffer) => {
    if (!line.reading.push(chunk)) socket.pause()
  })
  socket.on('end', () => line.reading.push(null))
  socket.on('close', () => {
    line.writing?.destroy()
    line.reading.destroy()
  })
}

/**
 * Ends node:http's part in the socket. Its listener of `close` frees the failed parser, which would otherwise
 * run into the time limit of its request.
 */
function leaveHttp(line: Line): void {
  const { socket } = line
  for (const listener of socket.listeners('close')) {
    if (listener.name.endsWith('socketOnClose')) listener.call(socket)
  }
  for (const event of ['error', 'drain', 'timeout']) socket.removeAllListeners(event)
  socket.on('error', () => socket.destroy())
  socket.on('timeout', () => line.writing?.emit('timeout'))
}
