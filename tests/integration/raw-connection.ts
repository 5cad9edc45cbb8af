import { connect, type Socket } from 'node:net'
import { until } from '../support/until.ts'

export interface RawReply {
  readonly status: number
  readonly head: string
  readonly body: string
  /** The body as sent. */
  readonly bytes: Buffer
}

/** A TCP connection for bytes that no HTTP library sends. */
export class RawConnection {
  readonly #socket: Socket
  #received = Buffer.alloc(0)
  #closed = false

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => (this.#received = Buffer.concat([this.#received, chunk])))
    socket.on('close', () => (this.#closed = true))
    // A reset counts as an end here.
    socket.on('error', () => undefined)
  }

  static open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url)
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        resolve(new RawConnection(socket))
      })
      socket.once('error', reject)
    })
  }

  /** Resolves when the bytes left this process, so that the next bytes make another packet. */
  write(...parts: (string | Uint8Array)[]): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.write(Buffer.concat(parts.map((part) => Buffer.from(part))), () => {
        setImmediate(resolve)
      })
    })
  }

  /** The next answer, by its Content-Length. */
  reply(): Promise<RawReply> {
    return until(() => this.#take(), 'an answer on the raw connection')
  }

  /** Whether a whole answer waits for `reply`. */
  hasReply(): boolean {
    return this.#length() !== undefined
  }

  isClosed(): boolean {
    return this.#closed
  }

  async closed(): Promise<void> {
    await until(() => this.#closed, 'the end of the raw connection')
  }

  /** Reads nothing more. */
  pause(): void {
    this.#socket.pause()
  }

  /** Ends the sending side and still reads. */
  end(): void {
    this.#socket.end()
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(): RawReply | undefined {
    const length = this.#length()
    if (length === undefined) return undefined
    const end = this.#received.indexOf('\r\n\r\n')
    const head = this.#received.toString('latin1', 0, end)
    const bytes = this.#received.subarray(end + 4, length)
    this.#received = this.#received.subarray(length)
    return { status: Number(head.split(' ')[1]), head, body: bytes.toString(), bytes }
  }

  /** The length of the next answer, bytes; undefined until all of it arrived. */
  #length(): number | undefined {
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return undefined
    const head = this.#received.toString('latin1', 0, end)
    const length = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    return this.#received.length < length ? undefined : length
  }
}
