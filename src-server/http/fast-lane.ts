import type { Socket } from 'node:net'
import { guarded } from '../contract/guarded.ts'
import { LaneConnection, type Lane, type LaneParts } from './lane-connection.ts'
import { PlainRequestReader } from './plain-request.ts'
import { ReplyHeads } from './reply-heads.ts'

/** The number of calls answered before their answers are written. */
const TOGETHER = 8

/**
 * Answers plain calls of api.php (plain-request.ts) directly on the socket, because most of a pulse's cost
 * with node:http is node:http itself (docs/performance.md). At the first packet that isn't a plain call, the
 * connection goes to node:http, with this packet and for good. A plain call may arrive in two packets; node:http
 * reads one that needs more. So the only errors here are silence and an end in the middle of a call.
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
