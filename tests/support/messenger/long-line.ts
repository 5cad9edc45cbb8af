import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type Socket } from 'ws'
import { decodeFrame, encodeFrame, type Frame } from './frame.ts'

/** The answer to the next request for an address; `ok` by default. */
export type EndpointMood = 'ok' | 'refused' | 'noData' | 'busy' | 'hang' | 'down'

/** A person's message to the bot; all but the text has a default. */
export interface Said {
  readonly text: string
  readonly openId?: string
  readonly messageId?: string
  readonly chatType?: 'p2p' | 'group'
  readonly senderType?: 'user' | 'app'
  readonly messageType?: string
  /** The number of frames that the event is cut into. */
  readonly fragments?: number
}

interface Line {
  readonly appId: string
  readonly socket: Socket
}

const SERVICE = 7
const ACK_MS = 3000

/**
 * The service's side of the long connection. It gives an address for valid credentials, answers pings, and
 * pushes an event to one of the connections until that connection acknowledges the event.
 */
export class LongLine {
  readonly endpointMoods: EndpointMood[] = []
  /** Seconds between a client's pings, and before it connects again. */
  pingSeconds = 120
  reconnectSeconds = 0.02
  /** Swallows frames and leaves pings unanswered, like a connection that is cut silently. */
  isMute = false
  /** The number of connections ever opened, by application. */
  readonly opened: string[] = []
  /** The number of requests for an address. */
  asked = 0
  #lines: Line[] = []
  #server = new WebSocketServer({ noServer: true })
  #acks = new Map<string, (code: number) => void>()

  /** Applications connected now, one word a connection. */
  get open(): string[] {
    return this.#lines.map(({ appId }) => appId)
  }

  /** Answers POST /callback/ws/endpoint. @returns undefined where nothing is answered */
  answerEndpoint(
    body: Record<string, unknown>,
    isKnown: boolean,
    base: string,
  ): { readonly status: number; readonly body: unknown } | undefined {
    this.asked++
    const mood = this.endpointMoods.shift() ?? 'ok'
    if (mood === 'hang') return undefined
    if (mood === 'down') return { status: 500, body: { code: 1000040343, msg: 'internal error' } }
    if (mood === 'busy') return { status: 429, body: { code: 99991400, msg: 'too many requests' } }
    if (mood === 'noData') return { status: 200, body: { code: 1000040343, msg: 'internal error' } }
    if (mood === 'refused' || !isKnown) {
      return { status: 200, body: { code: 1000040345, msg: 'app_id or app_secret is wrong', data: {} } }
    }
    const query = `device_id=1&service_id=${SERVICE}&app=${String(body['AppID'])}`
    return {
      status: 200,
      body: {
        code: 0,
        msg: 'success',
        data: { URL: `${base.replace('http', 'ws')}/ws?${query}`, ClientConfig: this.#config },
      },
    }
  }

  take(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const appId = new URL(request.url ?? '', 'ws://stub').searchParams.get('app') ?? ''
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      const line = { appId, socket: opened }
      this.#lines.push(line)
      this.opened.push(appId)
      opened.on('message', (data) => {
        this.#hear(line, decodeFrame(data))
      })
      opened.on('close', () => {
        this.#lines = this.#lines.filter((other) => other !== line)
      })
    })
  }

  /**
   * Pushes a person's message to the newest connection.
   * @returns the code of the acknowledgement; 0 where none came within the service's 3 s
   */
  say(said: Said): Promise<number> {
    const line = this.#lines.at(-1)
    if (line === undefined) throw new Error('nobody is connected')
    const frameId = randomUUID()
    const event = Buffer.from(JSON.stringify(eventOf(said, line.appId)))
    const { fragments = 1 } = said
    const size = Math.ceil(event.length / fragments)
    const acked = new Promise<number>((resolve) => {
      this.#acks.set(frameId, resolve)
      setTimeout(resolve, ACK_MS, 0).unref()
    })
    // The last piece first: nobody guarantees the order on the connection.
    for (let seq = fragments - 1; seq >= 0; seq--) {
      const headers = {
        type: 'event',
        message_id: frameId,
        sum: `${fragments}`,
        seq: `${seq}`,
        trace_id: 't',
      }
      const payload = event.subarray(seq * size, (seq + 1) * size)
      line.socket.send(encodeFrame({ service: SERVICE, method: 1, headers, payload }))
    }
    return acked
  }

  /** Bytes that are no frame. */
  sendGarbage(): void {
    for (const { socket } of this.#lines) socket.send(Buffer.from([255, 255, 255, 255, 1, 2, 3]))
  }

  /** Ends all connections, as the service does at a new deployment. */
  drop(): void {
    for (const { socket } of this.#lines) socket.terminate()
  }

  get #config() {
    return {
      PingInterval: this.pingSeconds,
      ReconnectCount: -1,
      ReconnectInterval: this.reconnectSeconds,
      ReconnectNonce: 0,
    }
  }

  #hear({ socket }: Line, { method, headers, payload }: Frame): void {
    if (this.isMute) return
    if (method === 0 && headers['type'] === 'ping') {
      const pong = Buffer.from(JSON.stringify(this.#config))
      socket.send(encodeFrame({ service: SERVICE, method: 0, headers: { type: 'pong' }, payload: pong }))
      return
    }
    const { code } = JSON.parse(payload.toString()) as { code: number }
    this.#acks.get(headers['message_id'] ?? '')?.(code)
  }
}

/** `im.message.receive_v1`, schema 2.0. */
function eventOf(said: Said, appId: string) {
  const { text, openId = 'ou_customer', messageId = `om_${randomUUID()}`, messageType = 'text' } = said
  return {
    schema: '2.0',
    header: {
      event_id: randomUUID(),
      event_type: 'im.message.receive_v1',
      create_time: '1700000000000',
      token: '',
      app_id: appId,
      tenant_key: 'tenant',
    },
    event: {
      sender: {
        sender_id: { union_id: 'on_1', user_id: null, open_id: openId },
        sender_type: said.senderType ?? 'user',
        tenant_key: 'tenant',
      },
      message: {
        message_id: messageId,
        create_time: '1700000000000',
        chat_id: 'oc_1',
        chat_type: said.chatType ?? 'p2p',
        message_type: messageType,
        content: JSON.stringify(messageType === 'text' ? { text } : { image_key: text }),
      },
    },
  }
}
