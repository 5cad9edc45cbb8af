import { createServer, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { closeLoopback, openLoopback, portOf, urlOf } from '../../support/loopback.ts'

/** An answer on its way from the server to a program. */
export interface Passing {
  status: number
  body: string
  readonly headers: Record<string, string>
  readonly api: string
  readonly value: string
}

/** The network between a program and the server: it passes calls on, changes answers, or loses them. */
export class Front {
  /** The endpoints that programs called. */
  readonly calls: string[] = []
  /** The fields of the latest call. */
  fields: Readonly<Record<string, string>> = {}
  /** false: the connection breaks. */
  isUp = true
  change: (answer: Passing) => void = () => undefined
  /** The change of a call's body by a person in between. */
  forge: (body: string) => string = (body) => body
  #held = Promise.resolve(undefined)
  readonly #server: Server

  private constructor(server: () => string) {
    this.#server = createServer((request, response) => {
      void (async () => {
        const body = await text(request)
        const api = new URL(request.url ?? '', 'http://x').searchParams.get('api') ?? ''
        this.calls.push(api)
        this.fields = Object.fromEntries(new URLSearchParams(body))
        await this.#held
        if (!this.isUp) {
          response.destroy()
          return
        }
        const reply = await fetch(server() + (request.url ?? ''), {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: this.forge(body),
        })
        const signature = reply.headers.get('X-Pulsekey-Signature')
        const answer: Passing = {
          status: reply.status,
          body: await reply.text(),
          headers: signature === null ? {} : { 'X-Pulsekey-Signature': signature },
          api,
          value: new URLSearchParams(body).get('value') ?? '',
        }
        this.change(answer)
        respond(response, answer)
      })()
    })
  }

  static async open(server: () => string): Promise<Front> {
    const front = new Front(server)
    await openLoopback(front.#server)
    return front
  }

  get port(): number {
    return portOf(this.#server)
  }

  get address(): string {
    return urlOf(this.#server)
  }

  /** Calls wait. @returns what lets them go on */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    this.#held = promise
    return () => {
      resolve(undefined)
    }
  }

  /** All is well again, and no call was made. */
  reset(): void {
    this.calls.length = 0
    this.isUp = true
    this.change = () => undefined
    this.forge = (body) => body
    this.#held = Promise.resolve(undefined)
  }

  close(): Promise<void> {
    return closeLoopback(this.#server)
  }
}

function respond(response: ServerResponse, { status, body, headers }: Passing): void {
  response.writeHead(status, { ...headers, Connection: 'close' }).end(body)
}
