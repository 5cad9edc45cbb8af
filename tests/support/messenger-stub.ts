import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { LongLine } from './messenger/long-line.ts'
import { closeLoopback, openLoopback, urlOf } from './loopback.ts'

/** A delivered message. */
export interface Delivered {
  readonly openId: string
  readonly text: string
  readonly uuid: string
}

/** An answer by its code. The HTTP status has no effect where the code is known. */
export interface Refusal {
  readonly code: number
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * How the stub answers the next message; `ok` by default. `taken`: the message arrives, and its answer is
 * lost.
 */
export type Mood =
  | 'ok'
  | 'tokenInvalid'
  | 'rate'
  | 'hang'
  | 'html'
  | 'gatewayRate'
  | 'redirect'
  | 'down'
  | 'taken'
  | Refusal

const APP_ID = 'cli_0123456789abcdef'
const APP_SECRET = 'the right secret'

/**
 * A messenger service on the loopback that follows the documentation of the open platform. Credentials get a
 * token, a token sends messages, the body's `code` has the answer, and a uuid counts once. It also has the
 * bot's permissions and the long connection. Recipients that start with `ou_stranger` are outside the bot's
 * availability.
 */
export class MessengerStub {
  readonly delivered: Delivered[] = []
  readonly calls: string[] = []
  /** One for each message to come. */
  readonly moods: Mood[] = []
  /** Secrets by application; several where a test needs them. */
  readonly secrets = new Map([[APP_ID, APP_SECRET]])
  readonly line = new LongLine()
  readonly #server: Server
  readonly #tokens = new Set<string>()
  tokenFetches = 0
  tokenMood: Mood = 'ok'
  /** The data of the bot: its `activate_status`, or a refusal where it lacks the ability. */
  bot: number | Refusal = 2
  /** Granted scopes and merely requested ones, or no answer to the question. */
  scopes: readonly string[] | Refusal = ['im:message']

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
    server.on('upgrade', (request, socket, head) => {
      stub.line.take(request, socket, head)
    })
    await openLoopback(server)
    return stub
  }

  get base(): string {
    return urlOf(this.#server)
  }

  /** The members of an application's MT5 policy that lead to this stub. */
  get settings() {
    return { messenger_base: this.base, messenger_app_id: APP_ID, messenger_app_secret: APP_SECRET }
  }

  /** Forgets every token, as the service does after their end. */
  forgetTokens(): void {
    this.#tokens.clear()
  }

  async stop(): Promise<void> {
    this.line.drop()
    await closeLoopback(this.#server)
  }

  #answer(request: IncomingMessage, body: Record<string, unknown>, response: ServerResponse): void {
    const url = request.url ?? ''
    this.calls.push(url)
    switch (url) {
      case '/open-apis/auth/v3/tenant_access_token/internal':
        if (!this.#meet(this.tokenMood, response)) this.#giveToken(body, response)
        return
      case '/open-apis/im/v1/messages?receive_id_type=open_id':
        this.#take(request, body, response)
        return
      case '/open-apis/bot/v3/info':
        this.#describe(request, response, this.bot, { bot: { app_name: 'Bot', activate_status: this.bot } })
        return
      case '/open-apis/application/v6/scopes':
        this.#describe(request, response, this.scopes, { data: { scopes: this.#scopeList() } })
        return
      case '/callback/ws/endpoint': {
        const isKnown = this.secrets.get(String(body['AppID'])) === body['AppSecret']
        const answer = this.line.answerEndpoint(body, isKnown, this.base)
        if (answer !== undefined) json(response, answer.status, answer.body)
        return
      }
      default:
        json(response, 404, { code: 404, msg: 'not found' })
    }
  }

  /** @returns whether the mood was the whole answer */
  #meet(mood: Mood, response: ServerResponse): boolean {
    if (typeof mood === 'object') {
      const { code, status = 200, headers = {} } = mood
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      json(response, status, { code, msg: 'no' })
      return true
    }
    switch (mood) {
      case 'hang':
        return true
      case 'html':
        reply(response, 502, '<html>Bad Gateway</html>', 'text/html')
        return true
      case 'gatewayRate':
        response.setHeader('x-ogw-ratelimit-reset', '3')
        reply(response, 429, '<html>Too Many Requests</html>', 'text/html')
        return true
      case 'redirect':
        response.writeHead(302, { location: `${this.base}/elsewhere` }).end()
        return true
      case 'down':
        json(response, 500, { code: 10500, msg: 'internal error' })
        return true
      default:
        return false
    }
  }

  #giveToken(body: Record<string, unknown>, response: ServerResponse): void {
    this.tokenFetches++
    if (this.secrets.get(String(body['app_id'])) !== body['app_secret']) {
      json(response, 200, { code: 10014, msg: 'app secret invalid' })
      return
    }
    const token = `t-${this.tokenFetches}`
    this.#tokens.add(token)
    json(response, 200, { code: 0, msg: 'ok', tenant_access_token: token, expire: 7200 })
  }

  #hasToken(request: IncomingMessage): boolean {
    return this.#tokens.has((request.headers.authorization ?? '').replace('Bearer ', ''))
  }

  #describe(request: IncomingMessage, response: ServerResponse, answer: unknown, body: object): void {
    if (!this.#hasToken(request)) json(response, 400, { code: 99991663, msg: 'Invalid access token' })
    else if (typeof answer === 'object' && answer !== null && 'code' in answer)
      this.#meet(answer as Refusal, response)
    else json(response, 200, { code: 0, msg: 'ok', ...body })
  }

  #scopeList() {
    const granted = Array.isArray(this.scopes) ? (this.scopes as string[]) : []
    const list = granted.map((name) => ({ scope_name: name, grant_status: 1 }))
    return [...list, { scope_name: 'im:message.group_msg', grant_status: 2 }]
  }

  #take(request: IncomingMessage, body: Record<string, unknown>, response: ServerResponse): void {
    const mood = this.moods.shift() ?? 'ok'
    if (this.#meet(mood, response)) return
    if (mood === 'tokenInvalid' || !this.#hasToken(request)) {
      this.#tokens.delete((request.headers.authorization ?? '').replace('Bearer ', ''))
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
    if (mood === 'taken') response.destroy()
    else json(response, 200, { code: 0, msg: 'success', data: { message_id: `om_${this.delivered.length}` } })
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
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}
