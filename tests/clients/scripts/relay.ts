import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { sealHex } from '../../simulator/wire/rc4.ts'
import { closeLoopback, openLoopback, portOf, urlOf } from '../../support/loopback.ts'

/** The keys of the application whose answers a relay may write itself. */
export interface RelayKeys {
  readonly appkey: string
  readonly rc4Key: string
  readonly mode: number
}

export interface RelayedCall {
  readonly api: string
  readonly value: string
  /** The real server's answer. */
  readonly forward: () => Promise<{ headers: Record<string, string>; body: Buffer }>
  readonly request: IncomingMessage
}

/** The effect of a relay on a call. A text or bytes are the body of an answer with status 200. */
export type Behaviour = (
  call: RelayedCall,
  response: ServerResponse,
) => Promise<Buffer | string | undefined> | Buffer | string | undefined

/** The network between a kit and the server: it passes calls on, loses them, or spoils the answers. */
export class Relay {
  /** The endpoints that were called, in order. */
  calls: string[] = []
  behaviour: Behaviour = pass
  readonly #server: Server
  readonly #target: string

  private constructor(target: string) {
    this.#target = target
    this.#server = createServer((request, response) => {
      void this.#answer(request, response)
    })
  }

  static async start(target: string): Promise<Relay> {
    const relay = new Relay(target)
    await openLoopback(relay.#server)
    return relay
  }

  get port(): number {
    return portOf(this.#server)
  }

  get address(): string {
    return urlOf(this.#server)
  }

  async end(): Promise<void> {
    await closeLoopback(this.#server)
  }

  /** The calls since the last look. */
  takeCalls(): string[] {
    const calls = this.calls
    this.calls = []
    return calls
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const form = Buffer.concat(parts).toString()
    const url = new URL(request.url ?? '', this.address)
    const api = url.searchParams.get('api') ?? ''
    this.calls.push(api)
    const call: RelayedCall = {
      api,
      value: new URLSearchParams(form).get('value') ?? '',
      request,
      forward: async () => {
        const answer = await fetch(`${this.#target}${request.url ?? ''}`, { method: 'POST', body: form })
        return {
          headers: Object.fromEntries(answer.headers),
          body: Buffer.from(await answer.arrayBuffer()),
        }
      },
    }
    const body = await this.behaviour(call, response)
    if (body !== undefined) response.end(body)
  }
}

/** The network works. */
export const pass: Behaviour = async ({ forward }, response) => {
  const { headers, body } = await forward()
  const signature = headers['x-pulsekey-signature']
  if (signature !== undefined) response.setHeader('X-Pulsekey-Signature', signature)
  return body
}

/** The network is down. */
export const down: Behaviour = ({ request }) => {
  request.socket.destroy()
  return undefined
}

/** An answer that only the server can write: with a valid check, in the application's mode. */
export function authentic(
  { appkey, rc4Key, mode }: RelayKeys,
  value: string,
  time: number,
  code: number,
  msg: unknown,
): Buffer {
  const check = createHash('md5')
    .update(`${String(time)}${appkey}${value}`)
    .digest('hex')
  const json = JSON.stringify({ code, msg, time, check })
  return Buffer.from(mode === 0 ? json : sealHex(rc4Key, json))
}
