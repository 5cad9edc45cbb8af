import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Calls that a connection sent before bytes that are no request. Their answers go out first. A refusal that
 * came before them would be taken for one of their answers.
 */
export class AnswersUnderWay {
  /**
   * The last response of each connection. A connection's responses go out in order, so after the last one all
   * are out.
   */
  readonly #last = new WeakMap<Duplex, ServerResponse>()
  readonly #waiting = new WeakSet<Duplex>()

  add(response: ServerResponse): void {
    this.#last.set(response.req.socket, response)
  }

  /**
   * Calls `then` once all complete requests are answered, unless the connection ends with an answer. Each
   * later packet of a waiting connection causes an error event of its own, which changes nothing.
   */
  after(connection: Duplex, then: () => void): void {
    if (this.#waiting.has(connection)) return
    const last = this.#last.get(connection)
    if (last === undefined || last.closed || !last.req.complete) {
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
