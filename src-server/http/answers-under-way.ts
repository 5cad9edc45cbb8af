import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * What was asked on a connection before its client sent something that is no request. Those calls are done, and have their answers
 * first: a refusal that overtakes them would be taken for one of theirs.
 */
export class AnswersUnderWay {
  /** A connection's answers go out in turn: the last one is out when all are. */
  readonly #last = new WeakMap<Duplex, ServerResponse>()
  readonly #waiting = new WeakSet<Duplex>()

  add(response: ServerResponse): void {
    this.#last.set(response.req.socket, response)
  }

  /**
   * Calls `then` once all that was asked whole is answered, unless the connection ends with an answer. Each later packet of a
   * connection that waits is an error of its own, and changes nothing.
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
