import type { Socket } from 'node:net'
import { guarded } from '../contract/guarded.ts'
import type { Log } from '../contract/ports.ts'
import type { HttpReply, RawCall } from '../runtime/call.ts'
import { clientAddress, type ClientAddresses } from './client-address.ts'
import { endAfterAnswer, ignore } from './lane-socket.ts'
import { PlainRequestReader } from './plain-request.ts'
import { refuseSocket } from './refuse-socket.ts'
import { ReplyHeads } from './reply-heads.ts'

export interface LaneParts {
  readonly answer: (call: RawCall) => HttpReply | Promise<HttpReply>
  readonly isStopping: () => boolean
  readonly log: Pick<Log, 'error'>
  /** Unix seconds, for the `Date` header. */
  readonly now: () => number
  /** Whether the other end is a trusted proxy, whose headers name the client. */
  readonly trusts: (address: string) => boolean
  /** The client and the origin that a trusted proxy reports. */
  readonly placeOf: ClientAddresses['placeOf']
  /**
   * Gives the connection to node:http for good.
   * @param once the connection ends with its next answer: a proxy shares it between all clients, and its next calls
   * come back to the lane on a new one
   */
  readonly handOver: (socket: Socket, once: boolean) => void
  /** How long a new connection may stay silent, and an answered one, milliseconds. */
  readonly firstRequestMs: number
  readonly keepAliveMs: number
  /** How long an answer may stay unread, milliseconds. */
  readonly unreadMs: number
  /** The interval between two checks for silent connections, milliseconds. */
  readonly lookMs: number
}

/**
 * node:http waits this much longer than it announces to the client, milliseconds, so that the client closes
 * first.
 */
const GRACE_MS = 1000
/** The number of calls answered before their answers are written. */
const TOGETHER = 8

/**
 * Answers plain calls of api.php (plain-request.ts) directly on the socket, because most of a pulse's cost
 * with node:http is node:http itself (docs/performance.md). At the first packet that isn't a plain call, the
 * connection goes to node:http, with this packet and for good. So the fast lane never reads a request in
 * parts, and its only error is silence.
 */
export class FastLane {
  readonly #parts: LaneParts
  readonly #lane: Lane
  /**
   * An array and not a Set. When a Set grows, its old table references the new one. Once an old table is
   * among the old objects, every later connection lives until a full collection, and each collection of young
   * objects takes 40 ms instead of 4.
   */
  readonly #connections: LaneConnection[] = []
  readonly #looking: NodeJS.Timeout
  /** The connections with a call in this turn of the event loop. */
  #asking: LaneConnection[] = []

  constructor(parts: LaneParts) {
    this.#parts = parts
    const answerAll = guarded(parts.log, 'lane.answer', this.#answerAll)
    this.#lane = {
      reader: new PlainRequestReader(),
      heads: new ReplyHeads(parts.now, parts.keepAliveMs),
      asked: (connection) => {
        if (this.#asking.length === 0) setImmediate(answerAll)
        this.#asking.push(connection)
      },
      left: (connection) => {
        this.#forget(connection)
      },
    }
    const look = guarded(parts.log, 'lane.look', () => {
      for (const connection of [...this.#connections]) connection.look()
    })
    this.#looking = setInterval(look, parts.lookMs).unref()
  }

  /** The number of connections in the lane. */
  get size(): number {
    return this.#connections.length
  }

  admit(socket: Socket): void {
    const connection = new LaneConnection(socket, this.#parts, this.#lane, this.#connections.length)
    this.#connections.push(connection)
  }

  /** Checks again which connections are of trusted proxies. */
  sort(): void {
    for (const connection of [...this.#connections]) connection.sort()
  }

  /** Makes the next answer of each connection its last. */
  retire(): void {
    for (const connection of this.#connections) connection.retire()
  }

  /** Finishes the current answers and closes the silent connections. node:http refuses new ones. */
  closeIdle(): void {
    for (const connection of [...this.#connections]) connection.finish()
  }

  closeAll(): void {
    clearInterval(this.#looking)
    for (const connection of [...this.#connections]) connection.destroy()
  }

  /** The last connection takes the freed place. */
  #forget(connection: LaneConnection): void {
    if (this.#connections[connection.place] !== connection) return
    const last = this.#connections.pop()
    if (last === undefined || last === connection) return
    last.place = connection.place
    this.#connections[last.place] = last
  }

  /**
   * Reads all calls of one turn of the event loop, then repeatedly answers a few and writes their answers.
   * Handling one call after another costs each call a third more CPU, because the code of the system and of
   * the pipeline evict each other from the processor's cache. Handling all at once would make the clients
   * wait for the server, and the server for the clients (docs/performance.md).
   */
  readonly #answerAll = (): void => {
    const asking = this.#asking
    this.#asking = []
    for (let at = 0; at < asking.length; at += TOGETHER) {
      const some = asking.slice(at, at + TOGETHER)
      for (const connection of some) connection.ask()
      for (const connection of some) connection.write()
    }
  }
}

/** The parts that all connections share. */
interface Lane {
  readonly reader: PlainRequestReader
  readonly heads: ReplyHeads
  /** Schedules `ask` and `write` of a connection. */
  readonly asked: (connection: LaneConnection) => void
  readonly left: (connection: LaneConnection) => void
}

/** A connection in the fast lane. It has at most one call at a time. */
class LaneConnection {
  /** The index among the lane's connections. */
  place: number
  readonly #socket: Socket
  readonly #parts: LaneParts
  readonly #lane: Lane
  readonly #ip: string
  /** The other end is a trusted proxy. */
  #isTrusted: boolean
  readonly #onData: (packet: Buffer) => void
  readonly #onEnd: () => void
  readonly #onClose: () => void
  readonly #onLate: (reply: HttpReply) => void
  /** True from the call until its answer is written. */
  #answering = false
  #answered = false
  #call: RawCall | undefined
  #reply: HttpReply | undefined
  /** The current call is the connection's last: the client said so or left, or the server stops. */
  #last = false
  /** The next call is the connection's last. */
  #retired = false
  /** The number of checks since its last byte. */
  #silent = 0
  /** More bytes arrived before the answer was written. */
  #more = false

  constructor(socket: Socket, parts: LaneParts, lane: Lane, place: number) {
    this.place = place
    this.#socket = socket
    this.#parts = parts
    this.#lane = lane
    this.#ip = clientAddress(socket)
    this.#isTrusted = parts.trusts(this.#ip)
    const { log } = parts
    const { destroy } = this
    this.#onData = guarded(log, 'lane.data', this.#receive, destroy)
    this.#onEnd = guarded(log, 'lane.end', this.#finishInput, destroy)
    this.#onClose = guarded(log, 'lane.close', this.#leave)
    this.#onLate = guarded(log, 'lane.late', this.#writeLate, destroy)
    socket.on('data', this.#onData)
    socket.on('end', this.#onEnd)
    socket.on('close', this.#onClose)
    // eslint-disable-next-line local/guarded-callbacks -- it does nothing
    socket.on('error', ignore)
  }

  sort(): void {
    this.#isTrusted = this.#parts.trusts(this.#ip)
  }

  retire(): void {
    if (this.#answering) this.#last = true
    else this.#retired = true
  }

  finish(): void {
    if (this.#answering) this.#last = true
    else if (this.#answered) this.#socket.destroy()
    else this.#handOver(undefined)
  }

  readonly destroy = (): void => {
    this.#socket.destroy()
  }

  /**
   * One shared timer checks all connections. A timer of each connection would be reset at every read and
   * write.
   */
  look(): void {
    if (this.#answering) return
    const { firstRequestMs, keepAliveMs, unreadMs, lookMs } = this.#parts
    const silentMs = ++this.#silent * lookMs
    const isUnread = this.#socket.writableLength > 0
    if (silentMs <= (isUnread ? unreadMs : this.#answered ? keepAliveMs + GRACE_MS : firstRequestMs)) return
    if (this.#answered || isUnread) this.#socket.destroy()
    else refuseSocket(this.#socket, '408 Request Timeout', this.#parts.now())
  }

  readonly #writeLate = (reply: HttpReply): void => {
    this.#reply = reply
    this.write()
  }

  readonly #receive = (packet: Buffer): void => {
    this.#silent = 0
    if (this.#last) return
    if (this.#answering) {
      // Put back into the socket: with an empty buffer, the socket would report the end before these bytes.
      this.#socket.pause()
      this.#socket.unshift(packet)
      this.#more = true
      return
    }
    // A client that doesn't read its answers goes to node:http too.
    const plain =
      this.#socket.writableLength > 0 || this.#parts.isStopping() ? undefined : this.#lane.reader.read(packet)
    if (plain === undefined) {
      this.#handOver(packet)
      return
    }
    const { query, body, host, forwarded } = plain
    const { ip, origin } =
      this.#isTrusted && forwarded !== undefined
        ? this.#parts.placeOf(this.#ip, host, forwarded)
        : { ip: this.#ip, origin: `http://${host}` }
    this.#call = { method: 'POST', query, body, ip, origin }
    this.#last = plain.close || this.#retired
    this.#answering = true
    this.#lane.asked(this)
  }

  /** Answers the waiting call. An immediate answer waits for `write`. */
  ask(): void {
    if (this.#call === undefined) return
    const reply = this.#parts.answer(this.#call)
    this.#call = undefined
    if (!(reply instanceof Promise)) {
      this.#reply = reply
      return
    }
    // The pipeline answers its own errors, so there is no answer for any other error.
    reply.then(this.#onLate, this.destroy)
  }

  /** Writes the answer that is ready. */
  write(): void {
    if (this.#reply === undefined) return
    const reply = this.#reply
    this.#reply = undefined
    this.#answering = false
    this.#send(reply)
  }

  #send(reply: HttpReply): void {
    const socket = this.#socket
    if (!socket.writable) return
    const { body } = reply
    if (typeof body === 'string') {
      const length = Buffer.byteLength(body)
      const text = this.#lane.heads.headOf(reply, length, this.#last) + body
      socket.write(text, length === body.length ? 'latin1' : 'utf8')
    } else {
      socket.cork()
      socket.write(this.#lane.heads.headOf(reply, body.length, this.#last), 'latin1')
      socket.write(body)
      socket.uncork()
    }
    if (this.#last) endAfterAnswer(socket)
    else if (this.#more) this.#handOver(undefined)
    else if (!this.#answered) {
      this.#answered = true
      socket.setNoDelay(true)
    }
  }

  #handOver(packet: Buffer | undefined): void {
    const socket = this.#socket
    this.#lane.left(this)
    socket.off('data', this.#onData)
    socket.off('end', this.#onEnd)
    socket.off('close', this.#onClose)
    socket.off('error', ignore)
    // Paused, so that the packet waits for node:http to read it.
    socket.pause()
    if (packet !== undefined) socket.unshift(packet)
    this.#parts.handOver(socket, this.#isTrusted)
    socket.resume()
  }

  /** The client sends nothing more, so the current answer is the last. */
  readonly #finishInput = (): void => {
    this.#last = true
    if (!this.#answering) this.#socket.end()
  }

  readonly #leave = (): void => {
    this.#lane.left(this)
  }
}
