import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Calls that a connection sent before bytes that are no request. Their answers go out first. A refusal that
 * came before them would be taken for one of their answers.
 */
export class AnswersUnderWay {
  /** The responses of each connection that are not out, in their order. */
  readonly #open = new WeakMap<Duplex, ServerResponse[]>()
  readonly #waiting = new WeakSet<Duplex>()

  /** @returns the number of responses of this connection that are not out, with this one */
  add(response: ServerResponse): number {
    const { socket } = response.req
    const open = this.#open.get(socket) ?? []
    if (open.length === 0) this.#open.set(socket, open)
    const count = open.push(response)
    // Responses go out in order.
    response.once('close', () => open.shift())
    return count
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
