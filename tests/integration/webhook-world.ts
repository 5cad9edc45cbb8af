import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { ConsoleClient } from '../support/console-client.ts'
import { closeLoopback, openLoopback, urlOf } from '../support/loopback.ts'
import type { TestServer } from '../support/test-server.ts'
import { PASSWORD } from './operators.ts'

/** An event as a receiver gets it. */
export interface Received {
  readonly path: string
  readonly id: string
  readonly time: number
  readonly signature: string
  readonly text: string
  readonly body: {
    readonly id: string
    readonly event: string
    readonly at: number
    readonly app: number
    readonly data: Record<string, unknown>
  }
}

function take(_: Received, response: ServerResponse): void {
  response.end('ok')
}

/** A real receiver on the loopback. */
export class Receiver {
  readonly received: Received[] = []
  /** Answers an event. The default is 200. */
  answer = take
  /** Calls under way now, and the most there ever were. */
  open = 0
  mostOpen = 0
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<Receiver> {
    const server = createServer()
    const receiver = new Receiver(server)
    server.on('request', (request, response) => {
      receiver.mostOpen = Math.max(receiver.mostOpen, ++receiver.open)
      response.on('close', () => receiver.open--)
      void read(request).then((event) => {
        receiver.received.push(event)
        receiver.answer(event, response)
      })
    })
    await openLoopback(server)
    return receiver
  }

  get url(): string {
    return urlOf(this.#server)
  }

  /** Forgets what came, and takes everything. */
  reset(): void {
    this.received.length = 0
    this.mostOpen = 0
    this.answer = take
  }

  /** The events that came to a path. */
  at(path: string): Received[] {
    return this.received.filter((one) => one.path === path)
  }

  async stop(): Promise<void> {
    await closeLoopback(this.#server)
  }
}

async function read(request: IncomingMessage): Promise<Received> {
  let text = ''
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString()
  const header = (name: string) => String(request.headers[`x-pulsekey-webhook-${name}`])
  return {
    path: request.url ?? '',
    id: header('id'),
    time: Number(header('time')),
    signature: header('signature'),
    text,
    body: JSON.parse(text) as Received['body'],
  }
}

/** A signature as docs/webhooks.md describes it. */
export const signed = (secret: string, { id, time, text }: Pick<Received, 'id' | 'time' | 'text'>) =>
  `v1=${createHmac('sha256', secret).update(`${id}.${time}.${text}`).digest('hex')}`

export async function suspendWebhook(server: TestServer, webhook: number): Promise<void> {
  const suspended = { state: 'suspended', suspendedAt: server.clock.now() } as const
  await server.store.write((unit) => unit.webhooks.update(webhook, suspended), { durable: false })
}

/** A webhook of a developer that is off, with one event in its log. */
export async function furnishWebhook(
  server: TestServer,
  developer: ConsoleClient,
  name: string,
  app: number,
  password = PASSWORD,
): Promise<{ webhook: number; webhookEvent: number }> {
  await developer.call('step_up', { password })
  const { row } = await developer.call('webhook_save', {
    name,
    url: 'https://hook.invalid/',
    events: ['expired'],
    app,
    enabled: false,
  })
  const event = await server.store.write(
    (unit) =>
      unit.webhookDeliveries.insert({
        webhookId: row.id,
        event: 'expired',
        appId: app,
        data: '{}',
        state: 'failed',
        createdAt: server.clock.now(),
      }),
    { durable: true },
  )
  return { webhook: row.id, webhookEvent: event.id }
}
