import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { guarded } from '../contract/guarded.ts'
import type { Log } from '../contract/ports.ts'
import type { AnswersUnderWay } from './answers-under-way.ts'

/** A client that reads nothing of an answer for so long is cut off, milliseconds. */
export const UNREAD_MS = 10_000
/** Bytes of unread answers of one connection, and of all connections of a listening socket together. */
const LIMITS: UnreadLimits = {
  unreadMs: UNREAD_MS,
  bytes: 16 * 1024 * 1024,
  bytesTogether: 64 * 1024 * 1024,
  lookMs: 1000,
}

interface UnreadLimits {
  readonly unreadMs: number
  readonly bytes: number
  readonly bytesTogether: number
  /** The interval between two counts of the bytes. */
  readonly lookMs: number
}

/** Cuts off clients that send calls and don't read the answers. */
export class UnreadAnswers {
  readonly #underWay: AnswersUnderWay
  readonly #log: Pick<Log, 'error'>
  readonly #limits: UnreadLimits
  /** An array, for the reason of the fast lane's (fast-lane.ts). */
  readonly #sockets: Socket[] = []
  readonly #places = new WeakMap<Socket, number>()

  constructor(server: Server, underWay: AnswersUnderWay, log: Pick<Log, 'error'>, limits = LIMITS) {
    this.#underWay = underWay
    this.#log = log
    this.#limits = limits
    const { unreadMs, lookMs } = limits
    // node:http restarts this time at each byte, and at each step of a long write.
    const onTimeout = guarded(log, 'unread.timeout', (socket: Socket) => {
      const isIdle = socket.timeout !== unreadMs
      if (isIdle || this.#bytesOf(socket) > 0) socket.destroy()
      // The handler is slow, or the client sends slowly, which has limits of its own.
      else socket.setTimeout(unreadMs)
    })
    server.setTimeout(unreadMs, onTimeout)
    const look = guarded(log, 'unread.look', () => {
      this.#look()
    })
    const looking = setInterval(look, lookMs).unref()
    const stop = guarded(log, 'unread.stop', () => {
      clearInterval(looking)
    })
    server.once('close', stop)
  }

  /** Counts the unread bytes of a connection until it closes. */
  track(socket: Socket): void {
    this.#places.set(socket, this.#sockets.push(socket) - 1)
    const forget = guarded(this.#log, 'unread.close', () => {
      this.#forget(socket)
    })
    socket.once('close', forget)
  }

  /** Cuts off connections over the limit of one, and then those with the most, until all are within theirs. */
  #look(): void {
    const { bytes: most, bytesTogether } = this.#limits
    const unread = this.#sockets.map((socket) => ({ socket, bytes: this.#bytesOf(socket) }))
    let total = unread.reduce((sum, { bytes }) => sum + bytes, 0)
    if (total <= most) return
    for (const { socket, bytes } of unread.sort((a, b) => b.bytes - a.bytes)) {
      if (bytes <= most && total <= bytesTogether) return
      socket.destroy()
      total -= bytes
    }
  }

  /** The bytes of answers that the system has not taken. */
  #bytesOf(socket: Socket): number {
    return socket.writableLength + this.#underWay.bytesBehind(socket)
  }

  #forget(socket: Socket): void {
    const place = this.#places.get(socket)
    if (place === undefined) return
    this.#places.delete(socket)
    const last = this.#sockets.pop()
    if (last === undefined || last === socket) return
    this.#sockets[place] = last
    this.#places.set(last, place)
  }
}
