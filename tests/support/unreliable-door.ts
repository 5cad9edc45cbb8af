import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { closeLoopback, openLoopback, urlOf } from './loopback.ts'

/**
 * `tampered` replaces the time of a plain answer, and `forged` its end, which `check` doesn't cover. `unsigned` removes
 * the signature of the whole answer.
 */
export type DoorState = 'open' | 'down' | 'garbage' | 'bad gateway' | 'tampered' | 'forged' | 'unsigned'

/** A way to a server that fails as networks do. Its address stays the same. */
export class UnreliableDoor {
  state: DoorState = 'open'
  /** Answers each call with this refusal, in plain JSON with a good `check`. */
  refusal:
    | { readonly code: number; readonly msg: string; readonly time: number; readonly appkey: string }
    | undefined
  /** Changes the body of each call on its way. */
  change: ((body: string) => string) | undefined
  /** The paths of the calls that came, in their order. */
  readonly calls: string[] = []
  readonly #server: Server
  readonly #to: () => string

  private constructor(to: () => string) {
    this.#to = to
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy())
    })
  }

  /** @param to the server's address at the time of a call */
  static async open(to: () => string): Promise<UnreliableDoor> {
    const door = new UnreliableDoor(to)
    await openLoopback(door.#server)
    return door
  }

  get url(): string {
    return urlOf(this.#server)
  }

  async close(): Promise<void> {
    await closeLoopback(this.#server)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.calls.push(request.url ?? '')
    if (this.state === 'down') {
      request.socket.destroy()
      return
    }
    const body = await buffer(request)
    if (this.refusal !== undefined) {
      const { code, msg, time, appkey } = this.refusal
      const value = new URLSearchParams(body.toString()).get('value') ?? ''
      const check = createHash('md5').update(`${time}${appkey}${value}`).digest('hex')
      response.setHeader('access-control-allow-origin', '*')
      response.end(JSON.stringify({ code, msg, time, check }))
      return
    }
    const answer = await fetch(`${this.#to()}${request.url ?? ''}`, {
      method: request.method ?? 'GET',
      headers: { 'content-type': request.headers['content-type'] ?? '' },
      ...(body.length > 0 && { body: this.change?.(body.toString()) ?? body }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const headers = new Headers(answer.headers)
    if (this.state === 'unsigned') headers.delete('x-pulsekey-signature')
    for (const name of ['content-encoding', 'content-length']) headers.delete(name)
    response.setHeaders(headers)
    response.statusCode = this.state === 'bad gateway' ? 502 : answer.status
    if (this.state === 'garbage') response.end('<html>Sign in to the hotel’s network</html>')
    else if (this.state === 'tampered')
      response.end(bytes.toString().replace(/"time":\d+/, `"time":${Math.floor(Date.now() / 1000)}`))
    else if (this.state === 'forged')
      response.end(bytes.toString().replace(/"vip":"\d+"/, '"vip":"4102243200"'))
    else response.end(bytes)
  }
}
