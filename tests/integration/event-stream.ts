import { get, type ClientRequest, type IncomingMessage } from 'node:http'
import type { LiveEventName, LiveEvents } from '../../src-server/contract/live.ts'
import { until } from '../support/until.ts'

export interface StreamEvent {
  readonly id: string | undefined
  readonly event: string
  readonly data: unknown
}

/** A reader of `act=live`, like a browser's EventSource. */
export class EventStream {
  readonly events: StreamEvent[] = []
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly #request: ClientRequest
  #rest = ''

  private constructor(request: ClientRequest, response: IncomingMessage) {
    this.#request = request
    this.status = response.statusCode ?? 0
    this.headers = response.headers
    response.setEncoding('utf8')
    response.on('data', (text: string) => {
      this.#read(text)
    })
    // close() cuts the connection: a test wants that end.
    response.on('error', () => undefined)
  }

  static open(
    url: string,
    cookie: string,
    lastEventId?: string,
    more: Record<string, string> = {},
  ): Promise<EventStream> {
    const headers = { ...more, cookie, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) }
    return new Promise((resolve, reject) => {
      const request = get(`${url}/ajax.php?act=live`, { headers, agent: false }, (response) => {
        resolve(new EventStream(request, response))
      })
      request.on('error', reject)
    })
  }

  get lastId(): string | undefined {
    return this.events.findLast(({ id }) => id !== undefined)?.id
  }

  of<N extends LiveEventName>(name: N): LiveEvents[N][] {
    return this.events.filter(({ event }) => event === name).map(({ data }) => data as LiveEvents[N])
  }

  /** Waits for an event of this name for which `is` is true. */
  next<N extends LiveEventName>(
    name: N,
    is: (data: LiveEvents[N]) => boolean = () => true,
  ): Promise<LiveEvents[N]> {
    return until(() => this.of(name).find(is), `the event ${name}`)
  }

  close(): void {
    this.#request.destroy()
  }

  #read(text: string): void {
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const part = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const event = part('event')
      if (event !== undefined)
        this.events.push({ id: part('id'), event, data: JSON.parse(part('data') ?? 'null') as unknown })
    }
  }
}
