import type { Socket } from 'node:net'
import { guarded } from '../contract/guarded.ts'
import type { Log } from '../contract/ports.ts'
import type { AnswerCall, Encoding, HttpReply, RawCall } from '../runtime/call.ts'
import { clientAddress, type ClientAddresses } from './client-address.ts'
import { isLong, packReply } from './encoding.ts'
import { endAfterAnswer, ignore } from './lane-socket.ts'
import { MOST_HEAD_BYTES, UNFINISHED, type PlainRequest, type PlainRequestReader } from './plain-request.ts'
import { refuseSocket } from './refuse-socket.ts'
import type { ReplyHeads } from './reply-heads.ts'

export interface LaneParts {
  readonly answer: AnswerCall
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
  /** The time for which the lane waits for the rest of a call before node:http does, milliseconds. */
  readonly restMs: number
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
/** The parts that all connections share. */
export interface Lane {
  readonly reader: PlainRequestReader
  readonly heads: ReplyHeads
  /** Schedules `ask` and `write` of a connection. */
  readonly asked: (connection: LaneConnection) => void
  readonly left: (connection: LaneConnection) => void
}

/** A connection in the fast lane. It has at most one call at a time. */
export class LaneConnection {
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
  /** The encoding in which the caller accepts a long answer. */
  #encoding: Encoding | undefined
  /** The current call is the connection's last: the client said so or left, or the server stops. */
  #last = false
  /** The next call is the connection's last. */
  #retired = false
  /** The number of checks since its last byte. */
  #silent = 0
  /** More bytes arrived before the answer was written. */
  #more = false
  /** The first packet of a call whose body is still on its way. Many clients send head and body apart. */
  #first: Buffer | undefined

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
    else if (this.#answered && this.#first === undefined) this.#socket.destroy()
    else this.#handOver(this.#takeFirst())
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
    const { firstRequestMs, restMs, keepAliveMs, unreadMs, lookMs } = this.#parts
    const silentMs = ++this.#silent * lookMs
    if (this.#first !== undefined) {
      if (silentMs > restMs) this.#handOver(this.#takeFirst())
      return
    }
    const isUnread = this.#socket.writableLength > 0
    if (silentMs <= (isUnread ? unreadMs : this.#answered ? keepAliveMs + GRACE_MS : firstRequestMs)) return
    if (this.#answered || isUnread) this.#socket.destroy()
    else refuseSocket(this.#socket, '408 Request Timeout', this.#parts.now())
  }

  readonly #writeLate = (reply: HttpReply): void => {
    if (this.#encoding === undefined || !isLong(reply) || reply.encoding !== undefined) {
      this.#reply = reply
      this.write()
    } else packReply(reply, this.#encoding).then(this.#onLate, this.destroy)
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
    const first = this.#takeFirst()
    const sent = first === undefined ? packet : Buffer.concat([first, packet])
    // A client that doesn't read its answers goes to node:http too.
    const plain =
      this.#socket.writableLength > 0 || this.#parts.isStopping() ? undefined : this.#lane.reader.read(sent)
    // One packet more is enough for almost all clients, and keeps the bytes that wait here few.
    if (plain === UNFINISHED && first === undefined && sent.length <= MOST_HEAD_BYTES) this.#first = sent
    else if (plain === undefined || plain === UNFINISHED) this.#handOver(sent)
    else this.#take(plain)
  }

  #take(plain: PlainRequest): void {
    const { method, query, body, forwarded, encoding } = plain
    this.#call =
      this.#isTrusted && forwarded !== undefined
        ? { method, query, body, ...this.#parts.placeOf(this.#ip, plain.host, forwarded) }
        : { method, query, body, ip: this.#ip, origin: plain.origin }
    this.#encoding = encoding
    this.#last = plain.close || this.#retired
    this.#answering = true
    this.#lane.asked(this)
  }

  #takeFirst(): Buffer | undefined {
    const first = this.#first
    this.#first = undefined
    return first
  }

  /** Answers the waiting call. An immediate answer waits for `write`. */
  ask(): void {
    if (this.#call === undefined) return
    const reply = this.#parts.answer(this.#call)
    this.#call = undefined
    if (!(reply instanceof Promise)) {
      if (this.#encoding === undefined || !isLong(reply)) this.#reply = reply
      else packReply(reply, this.#encoding).then(this.#onLate, this.destroy)
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
    if (this.#takeFirst() !== undefined) refuseSocket(this.#socket, '400 Bad Request', this.#parts.now())
    else if (!this.#answering) this.#socket.end()
  }

  readonly #leave = (): void => {
    this.#lane.left(this)
  }
}
