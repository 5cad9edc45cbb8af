import type { Socket } from 'node:net'
import type { HttpReply, RawCall } from '../runtime/call.ts'
import { clientAddress } from './client-address.ts'
import { PlainRequestReader } from './plain-request.ts'
import { refuseSocket } from './refuse-socket.ts'
import { ReplyHeads } from './reply-heads.ts'

export interface LaneParts {
  readonly answer: (call: RawCall) => HttpReply | Promise<HttpReply>
  readonly isStopping: () => boolean
  /** Unix seconds, for the `Date` header. */
  readonly now: () => number
  /** Whether a connection is one whose calls come from where it does. */
  readonly takes: (socket: Socket) => boolean
  /** Lets node:http serve the connection from here on. */
  readonly handOver: (socket: Socket) => void
  /** How long a new connection may say nothing, and one that was answered, milliseconds. */
  readonly firstRequestMs: number
  readonly keepAliveMs: number
  /** How often it looks for those that said nothing for too long, milliseconds. */
  readonly lookMs: number
}

/** node:http waits this much longer than it tells the client, milliseconds: so the client is the one that closes. */
const GRACE_MS = 1000
/** Calls that are answered before their answers are written. */
const TOGETHER = 8

/**
 * Answers plain calls of api.php (plain-request.ts) straight from the socket: most of what a pulse costs on node:http is
 * node:http (docs/performance.md). At the first packet that is anything else the connection is node:http's, this packet
 * included, and stays it; so this reads no request in parts, and knows no error but silence.
 */
export class FastLane {
  readonly #parts: LaneParts
  readonly #lane: Lane
  /**
   * No Set: what a Set has outgrown leads to what it became, so once an old one is among the old objects every connection
   * after it lives until a full collection, and each collection of the young ones takes 40 ms instead of 4.
   */
  readonly #connections: LaneConnection[] = []
  readonly #looking: NodeJS.Timeout
  /** Whose calls came in this turn of the loop. */
  #asking: LaneConnection[] = []

  constructor(parts: LaneParts) {
    this.#parts = parts
    this.#lane = {
      reader: new PlainRequestReader(),
      heads: new ReplyHeads(parts.now, parts.keepAliveMs),
      asked: (connection) => {
        if (this.#asking.length === 0) setImmediate(this.#answerAll)
        this.#asking.push(connection)
      },
      left: (connection) => {
        this.#forget(connection)
      },
    }
    this.#looking = setInterval(() => {
      for (const connection of [...this.#connections]) connection.look()
    }, parts.lookMs).unref()
  }

  admit(socket: Socket): void {
    if (!this.#parts.takes(socket)) {
      this.#parts.handOver(socket)
      return
    }
    const connection = new LaneConnection(socket, this.#parts, this.#lane, this.#connections.length)
    this.#connections.push(connection)
  }

  /** Looks again at what it takes: the others go to node:http, after the call that is being answered. */
  sort(): void {
    for (const connection of [...this.#connections]) connection.sort()
  }

  /** The next answer of each connection is its last. */
  retire(): void {
    for (const connection of this.#connections) connection.retire()
  }

  /** What is being answered is answered; new connections get node:http's refusal, the others are closed. */
  closeIdle(): void {
    for (const connection of [...this.#connections]) connection.finish()
  }

  closeAll(): void {
    clearInterval(this.#looking)
    for (const connection of [...this.#connections]) connection.destroy()
  }

  /** The last one takes its place. */
  #forget(connection: LaneConnection): void {
    if (this.#connections[connection.place] !== connection) return
    const last = this.#connections.pop()
    if (last === undefined || last === connection) return
    last.place = connection.place
    this.#connections[last.place] = last
  }

  /**
   * All calls of a turn of the loop are read, then some answered, and those answers written: one after the other costs each call
   * a third more of the loop, for the system's code and the pipeline's put each other out of the processor's cache. All at once
   * would let the clients wait for the server, and the server for them (docs/performance.md).
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

/** What its connections share. */
interface Lane {
  readonly reader: PlainRequestReader
  readonly heads: ReplyHeads
  /** Has `ask` and `write` called soon. */
  readonly asked: (connection: LaneConnection) => void
  readonly left: (connection: LaneConnection) => void
}

/** One connection while it is in the lane: at most one call at a time. */
class LaneConnection {
  /** Among the lane's. */
  place: number
  readonly #socket: Socket
  readonly #parts: LaneParts
  readonly #lane: Lane
  readonly #ip: string
  /** From the call to the writing of its answer. */
  #answering = false
  #answered = false
  #call: RawCall | undefined
  #reply: HttpReply | undefined
  /** What the call being answered is the last of: the client said so, or is gone, or the server stops. */
  #last = false
  /** The call that comes next is its last. */
  #retired = false
  /** Goes to node:http once its call is answered. */
  #leaving = false
  /** Looks since it last said something. */
  #silent = 0
  /** More came before the answer was out. */
  #more = false

  constructor(socket: Socket, parts: LaneParts, lane: Lane, place: number) {
    this.place = place
    this.#socket = socket
    this.#parts = parts
    this.#lane = lane
    this.#ip = clientAddress(socket)
    socket.on('data', this.#onData)
    socket.on('end', this.#onEnd)
    socket.on('close', this.#onClose)
    socket.on('error', ignore)
  }

  sort(): void {
    if (this.#parts.takes(this.#socket)) return
    if (this.#answering) this.#leaving = true
    else this.#handOver(undefined)
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

  destroy(): void {
    this.#socket.destroy()
  }

  /** A timer of its own would be set anew at every read and write of every connection. */
  look(): void {
    if (this.#answering) return
    const { firstRequestMs, keepAliveMs, lookMs } = this.#parts
    if (++this.#silent * lookMs <= (this.#answered ? keepAliveMs + GRACE_MS : firstRequestMs)) return
    if (this.#answered) this.#socket.destroy()
    else refuseSocket(this.#socket, '408 Request Timeout')
  }

  readonly #onData = (packet: Buffer): void => {
    this.#silent = 0
    if (this.#last) return
    if (this.#answering) {
      // Back into the socket: with nothing in it, it would tell of the end of what comes before what came.
      this.#socket.pause()
      this.#socket.unshift(packet)
      this.#more = true
      return
    }
    // A client that doesn't read its answers is node:http's too.
    const plain =
      this.#socket.writableLength > 0 || this.#parts.isStopping() ? undefined : this.#lane.reader.read(packet)
    if (plain === undefined) {
      this.#handOver(packet)
      return
    }
    const { query, body, origin } = plain
    this.#call = { method: 'POST', query, body, ip: this.#ip, origin }
    this.#last = plain.close || this.#retired
    this.#answering = true
    this.#lane.asked(this)
  }

  /** Has its call answered; what is answered at once waits for `write`. */
  ask(): void {
    if (this.#call === undefined) return
    const reply = this.#parts.answer(this.#call)
    this.#call = undefined
    if (!(reply instanceof Promise)) {
      this.#reply = reply
      return
    }
    reply.then(
      (late) => {
        this.#reply = late
        this.write()
      },
      () => {
        // The pipeline answers what goes wrong itself; what it can't answer has no answer.
        this.#socket.destroy()
      },
    )
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
    else if (this.#more || this.#leaving) this.#handOver(undefined)
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
    // Paused, so that the packet waits for its new reader.
    socket.pause()
    if (packet !== undefined) socket.unshift(packet)
    this.#parts.handOver(socket)
    socket.resume()
  }

  /** Nothing more will come: the answer under way is the last. */
  readonly #onEnd = (): void => {
    this.#last = true
    if (!this.#answering) this.#socket.end()
  }

  readonly #onClose = (): void => {
    this.#lane.left(this)
  }
}

/** What the system has taken it delivers, also of a closed connection; shutting it down first would be a turn of the loop more. */
function endAfterAnswer(socket: Socket): void {
  if (socket.writableLength === 0) socket.destroy()
  else socket.destroySoon()
}

/** The close that follows says all there is to know. */
function ignore(): void {
  // Nothing to do.
}
