import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message that was delivered. */
export interface Delivered {
  readonly openId: string
  readonly text: string
  readonly uuid: string
}

/** How the next message is met; `ok` when nothing is said. */
export type Mood = 'ok' | 'tokenInvalid' | 'rate' | 'hang' | 'html' | 'redirect' | 'down'

const APP_ID = 'cli_0123456789abcdef'
const APP_SECRET = 'the right secret'

/**
 * A messenger service on the loopback that behaves as the documented one (research/reliability.md 1.1): tokens by
 * credentials, messages by token, an answer in the body's `code`, one message a uuid. Recipients that begin with
 * `ou_stranger` are outside the bot's availability.
 */
export class MessengerStub {
  readonly delivered: Delivered[] = []
  readonly calls: string[] = []
  /** One for each message to come. */
  readonly moods: Mood[] = []
  readonly #server: Server
  readonly #tokens = new Set<string>()
  tokenFetches = 0
  tokenMood: Mood = 'ok'

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<MessengerStub> {
    const server = createServer()
    const stub = new MessengerStub(server)
    server.on('request', (request, response) => {
      void readJson(request).then((body) => {
        stub.#answer(request, body, response)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return stub
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The members of an application's MT5 policy that lead here. */
  get settings() {
    return { messenger_base: this.base, messenger_app_id: APP_ID, messenger_app_secret: APP_SECRET }
  }

  /** Forgets every token, as the service does with those that are over. */
  forgetTokens(): void {
    this.#tokens.clear()
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer(request: IncomingMessage, body: Record<string, unknown>, response: ServerResponse): void {
    const url = request.url ?? ''
    this.calls.push(url)
    const isToken = url === '/open-apis/auth/v3/tenant_access_token/internal'
    const mood = isToken ? this.tokenMood : (this.moods.shift() ?? 'ok')
    if (mood === 'hang') return
    if (mood === 'html') reply(response, 502, '<html>Bad Gateway</html>', 'text/html')
    else if (mood === 'redirect') response.writeHead(302, { location: `${this.base}/elsewhere` }).end()
    else if (mood === 'down') json(response, 500, { code: 10500, msg: 'internal error' })
    else if (isToken) this.#giveToken(body, response)
    else if (url === '/open-apis/im/v1/messages?receive_id_type=open_id')
      this.#take(request, body, mood, response)
    else json(response, 404, { code: 404, msg: 'not found' })
  }

  #giveToken(body: Record<string, unknown>, response: ServerResponse): void {
    this.tokenFetches++
    if (body['app_id'] !== APP_ID || body['app_secret'] !== APP_SECRET) {
      json(response, 200, { code: 10014, msg: 'app secret invalid' })
      return
    }
    const token = `t-${this.tokenFetches}`
    this.#tokens.add(token)
    json(response, 200, { code: 0, msg: 'ok', tenant_access_token: token, expire: 7200 })
  }

  #take(request: IncomingMessage, body: Record<string, unknown>, mood: Mood, response: ServerResponse): void {
    const token = (request.headers.authorization ?? '').replace('Bearer ', '')
    if (mood === 'tokenInvalid' || !this.#tokens.has(token)) {
      this.#tokens.delete(token)
      json(response, 400, { code: 99991663, msg: 'Invalid access token for authorization.' })
      return
    }
    if (mood === 'rate') {
      response.setHeader('x-ogw-ratelimit-reset', '7')
      json(response, 429, { code: 99991400, msg: 'request trigger frequency limit' })
      return
    }
    const openId = String(body['receive_id'])
    if (openId.startsWith('ou_stranger')) {
      json(response, 400, { code: 230013, msg: 'Bot has NO availability to this user.' })
      return
    }
    const { text } = JSON.parse(String(body['content'])) as { text: string }
    const uuid = String(body['uuid'])
    if (!this.delivered.some((message) => message.uuid === uuid)) this.delivered.push({ openId, text, uuid })
    json(response, 200, { code: 0, msg: 'success', data: { message_id: `om_${this.delivered.length}` } })
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  reply(response, status, JSON.stringify(body), 'application/json; charset=utf-8')
}

function reply(response: ServerResponse, status: number, body: string, type: string): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return JSON.parse(text) as Record<string, unknown>
}
