import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** The most answers that wait on one connection. The server doesn't answer calls behind them. */
export const MOST_WAITING = 64

/**
 * Calls that a connection sent before bytes that are no request. Their answers go out first. A refusal that
 * came before them would be taken for one of their answers.
 */
export class AnswersUnderWay {
  /** The responses of each connection that are not out, in their order. */
  readonly #open = new WeakMap<Duplex, ServerResponse[]>()
  readonly #waiting = new WeakSet<Duplex>()

  /** @returns false when too many answers wait. Then the connection ends after them */
  add(response: ServerResponse): boolean {
    const { socket } = response.req
    const open = this.#open.get(socket) ?? []
    if (open.length >= MOST_WAITING) {
      if (!this.#waiting.has(socket)) this.#endAfterAnswers(socket)
      return false
    }
    if (open.length === 0) this.#open.set(socket, open)
    open.push(response)
    // Responses go out in order.
    response.once('close', () => open.shift())
    return true
  }

  #endAfterAnswers(socket: Socket): void {
    socket.pause()
    // A client that reads has taken its answers by then. The calls behind them would stay in memory.
    setImmediate(() => {
      if (socket.writableLength > 0) socket.destroy()
    })
    this.after(socket, () => {
      socket.destroySoon()
    })
  }

  /** The bytes of answers that wait behind another answer of the connection. */
  bytesBehind(connection: Duplex): number {
    let bytes = 0
    for (const response of this.#open.get(connection) ?? [])
      if (response.socket === null) bytes += response.writableLength
    return bytes
  }

  /**
   * Calls `then` once all complete requests are answered, unless the connection ends with an answer. Each
   * later packet of a waiting connection causes an error event of its own, which changes nothing.
   */
  after(connection: Duplex, then: () => void): void {
    if (this.#waiting.has(connection)) return
    const last = this.#open.get(connection)?.findLast(({ req, closed }) => req.complete && !closed)
    if (last === undefined) {
      then()
      return
    }
    this.#waiting.add(connection)
    last.once('close', () => {
      this.#waiting.delete(connection)
      if (connection.writable) then()
    })
  }
}
