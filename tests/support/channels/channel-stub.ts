import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { ServiceKind } from '../../../src-server/contract/channel-names.ts'
import { closeLoopback, openLoopback, urlOf } from '../loopback.ts'
import { bark } from './bark.ts'
import { dingtalk } from './dingtalk.ts'
import { discord } from './discord.ts'
import { slack } from './slack.ts'
import type { StandIn, StandInReply } from './stand-in.ts'
import { telegram } from './telegram.ts'
import { wecom } from './wecom.ts'

export const STAND_INS: readonly StandIn[] = [telegram, dingtalk, wecom, discord, slack, bark]

/** A text that a service delivered. */
export interface Delivered {
  readonly kind: ServiceKind
  /** The webhook, chat or phone. */
  readonly to: string
  readonly text: string
  /** Unix milliseconds. */
  readonly at: number
}

/**
 * The answer to the next message; `ok` by default. `taken`: the message arrives, and its answer is lost.
 * `silent`: the message arrives, and nobody answers. `hang`: the message doesn't arrive, and nobody answers.
 * A number: the service is over its limit, and wants to rest for so many seconds.
 */
export type Mood = 'ok' | 'hang' | 'silent' | 'taken' | 'down' | 'html' | 'redirect' | number

/** The services of alert channels on the loopback, as their documentation describes them. */
export class ChannelStub {
  readonly delivered: Delivered[] = []
  /** The moods of the messages to come, one for each. */
  readonly moods: Mood[] = []
  /** Answers of a service that throttled of itself: the sender exceeded a limit. */
  throttled = 0
  /** Calls that read, such as checks. */
  readonly asked: string[] = []
  readonly #server: Server
  readonly #now: () => number
  readonly #out = new Map<string, number>()

  private constructor(server: Server, now: () => number) {
    this.#server = server
    this.#now = now
  }

  /** @param now the clock by which the services count, Unix milliseconds */
  static async start(now: () => number): Promise<ChannelStub> {
    const server = createServer()
    const stub = new ChannelStub(server, now)
    server.on('request', (request, response) => {
      void readJson(request).then((body) => {
        stub.#take(request, body, response)
      })
    })
    await openLoopback(server)
    return stub
  }

  get base(): string {
    return urlOf(this.#server)
  }

  texts(kind?: ServiceKind): string[] {
    return this.delivered.filter((one) => kind === undefined || one.kind === kind).map(({ text }) => text)
  }

  async stop(): Promise<void> {
    await closeLoopback(this.#server)
  }

  #take(request: IncomingMessage, body: Record<string, unknown>, response: ServerResponse): void {
    const url = new URL(request.url ?? '', this.base)
    const asked = { path: url.pathname, query: url.searchParams, body, now: this.#now() }
    let mood: Mood = 'ok'
    for (const standIn of STAND_INS) {
      const inbox = {
        take: (to: string, text: string) => {
          mood = this.moods.shift() ?? 'ok'
          if (mood !== 'ok' && mood !== 'taken' && mood !== 'silent') return 0
          return this.#count(standIn, to, text)
        },
      }
      const reply = standIn.answer(asked, inbox)
      if (reply === undefined) continue
      if (request.method === 'GET') this.asked.push(url.pathname)
      this.#answer(standIn, mood, reply, response)
      return
    }
    send(response, { status: 404, body: 'there is no such service' })
  }

  /** @returns the seconds to wait; 0 where the text is delivered */
  #count({ kind, limit }: StandIn, to: string, text: string): number {
    const now = this.#now()
    const key = `${kind} ${to}`
    const outUntil = this.#out.get(key) ?? 0
    const recent = this.delivered.filter(
      (one) => one.kind === kind && one.to === to && one.at > now - limit.spanMs && one.at <= now,
    )
    if (outUntil > now || recent.length >= limit.most) {
      this.throttled++
      const wait = limit.outSeconds ?? Math.ceil(limit.spanMs / 1000)
      if (outUntil <= now) this.#out.set(key, now + wait * 1000)
      return wait
    }
    this.delivered.push({ kind, to, text, at: now })
    return 0
  }

  #answer(standIn: StandIn, mood: Mood, reply: StandInReply, response: ServerResponse): void {
    if (typeof mood === 'number') send(response, standIn.throttle(mood))
    else if (mood === 'taken') response.destroy()
    else if (mood === 'down') send(response, { status: 500, body: 'internal error' })
    else if (mood === 'html') send(response, { status: 502, body: '<html>Bad Gateway</html>' })
    else if (mood === 'redirect')
      send(response, { status: 302, body: '', headers: { location: `${this.base}/elsewhere` } })
    else if (mood === 'ok') send(response, reply)
  }
}

function send(response: ServerResponse, { status, body, headers }: StandInReply): void {
  const isText = typeof body === 'string'
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers })
  response.end(isText ? (status === 204 ? undefined : body) : JSON.stringify(body))
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}
