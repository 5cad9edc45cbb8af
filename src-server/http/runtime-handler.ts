import type { IncomingMessage, ServerResponse } from 'node:http'
import { MAX_BODY_BYTES } from '../contract/limits.ts'
import type { HttpReply, RawCall } from '../runtime/call.ts'
import { onBody } from './read-body.ts'
import { CORS, replyHeaders } from './reply-headers.ts'

/** What stands behind api.php's door. */
export interface RuntimeHandlerParts {
  readonly answer: (call: RawCall) => HttpReply | Promise<HttpReply>
  readonly refuse: (status: 413 | 503) => HttpReply
  readonly isStopping: () => boolean
  /** Where a request comes from. */
  readonly addressOf: (request: IncomingMessage) => string
  /** Where a request came to, as its sender spells it. */
  readonly originOf: (request: IncomingMessage) => string
}

/** Whether a request is for api.php, in whatever folder (programs have one compiled in) and whatever its query. */
export function isRuntimeCall(url: string): boolean {
  const query = url.indexOf('?')
  return url.endsWith('/api.php', query < 0 ? url.length : query)
}

/**
 * api.php's door: takes the request as it came, and nothing of Express. Every answer is JSON or sealed text with HTTP 200;
 * only a body over the limit is 413, and a server that stops 503.
 */
export function createRuntimeHandler(
  parts: RuntimeHandlerParts,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    if (request.method === 'OPTIONS') {
      allowOrigins(response)
      return
    }
    if (parts.isStopping()) {
      send(response, parts.refuse(503), true)
      return
    }
    onBody(request, MAX_BODY_BYTES, (body) => {
      if (body === undefined) {
        send(response, parts.refuse(413), true)
        return
      }
      const reply = parts.answer(readCall(request, body, parts))
      if (!(reply instanceof Promise)) {
        send(response, reply, false)
        return
      }
      reply.then(
        (late) => {
          send(response, late, false)
        },
        () => {
          // The pipeline answers what goes wrong itself; what it can't answer has no answer.
          response.destroy()
        },
      )
    })
  }
}

function readCall(request: IncomingMessage, body: Uint8Array, { addressOf, originOf }: RuntimeHandlerParts): RawCall {
  const url = request.url ?? ''
  const at = url.indexOf('?')
  return {
    method: request.method ?? 'GET',
    query: at < 0 ? '' : url.slice(at + 1),
    body,
    ip: addressOf(request),
    origin: originOf(request),
  }
}

function send(response: ServerResponse, reply: HttpReply, close: boolean): void {
  const { body } = reply
  const headers = replyHeaders(reply, typeof body === 'string' ? Buffer.byteLength(body) : body.length)
  if (close) headers.push('Connection', 'close')
  response.writeHead(reply.status, headers)
  // A text goes out with the headers in one write, bytes would be a second one.
  response.end(body)
}

/** What a browser asks before it lets another page call. */
export function allowOrigins(response: ServerResponse): void {
  response.writeHead(204, [
    ...CORS,
    'Access-Control-Allow-Methods',
    'GET, POST, OPTIONS',
    'Access-Control-Allow-Headers',
    '*',
    'Access-Control-Max-Age',
    '86400',
  ])
  response.end()
}
