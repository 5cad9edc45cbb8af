import { createServer, type IncomingMessage, type Server } from 'node:http'
import { answerAliyun } from './aliyun.ts'
import { answerCloudflare } from './cloudflare.ts'
import { answerDnspod } from './dnspod.ts'
import { Zone } from './zone.ts'
import { closeLoopback, openLoopback, urlOf } from '../loopback.ts'

export interface StubRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface StubAnswer {
  readonly status: number
  readonly body: unknown
}

const ANSWERS = { cloudflare: answerCloudflare, dnspod: answerDnspod, aliyun: answerAliyun }

/** A DNS provider on the loopback with one domain. It checks sign-in and form of a call as the provider documents them. */
export class ProviderStub {
  readonly zone = new Zone('example.com')
  /** The calls so far, each in a word of the provider. */
  readonly calls: string[] = []
  /** Answers the next calls in place of the provider. */
  readonly instead: StubAnswer[] = []
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(provider: keyof typeof ANSWERS): Promise<ProviderStub> {
    const server = createServer()
    const stub = new ProviderStub(server)
    server.on('request', (request, response) => {
      void readAll(request).then((body) => {
        const asked: StubRequest = {
          method: request.method ?? '',
          url: new URL(request.url ?? '', stub.url),
          headers: request.headers,
          body,
        }
        const answer = stub.instead.shift() ?? ANSWERS[provider](stub, asked)
        response.writeHead(answer.status, { 'content-type': 'application/json' })
        response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
      })
    })
    await openLoopback(server)
    return stub
  }

  get url(): string {
    return urlOf(this.#server)
  }

  async stop(): Promise<void> {
    await closeLoopback(this.#server)
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}
