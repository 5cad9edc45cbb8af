import type { IncomingMessage, ServerResponse } from 'node:http'
import { guarded } from '../contract/guarded.ts'
import type { Log } from '../contract/ports.ts'
import { MAX_BODY_BYTES } from '../contract/limits.ts'
import type { AnswerCall, HttpReply, RawCall } from '../runtime/call.ts'
import type { BodyBudget } from './body-budget.ts'
import { acceptedEncoding, isLong, packReply } from './encoding.ts'
import { onBody } from './read-body.ts'
import { CORS, replyHeaders } from './reply-headers.ts'

/** The parts that the handler of api.php needs. */
export interface RuntimeHandlerParts {
  readonly answer: AnswerCall
  readonly refuse: (status: 413 | 429 | 503) => HttpReply
  readonly bodies: BodyBudget
  readonly log: Pick<Log, 'error'>
  readonly isStopping: () => boolean
  /** The client's address of a request. */
  readonly addressOf: (request: IncomingMessage) => string
  /** The origin that a request addressed, as the caller spells it. */
  readonly originOf: (request: IncomingMessage) => string
}

/** Whether a request is for api.php, in any folder (programs have one compiled in) and with any query. */
export function isRuntimeCall(url: string): boolean {
  const query = url.indexOf('?')
  return url.endsWith('/api.php', query < 0 ? url.length : query)
}

/**
 * The handler of api.php, without Express. Every answer is JSON or an encrypted text with HTTP 200, except
 * 413 for a body over the limit, 429 while too many bodies are under way, and 503 from a stopping server.
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
    // The pipeline answers its own errors, so there is no answer for any other error.
    const destroy = () => {
      response.destroy()
    }
    const answer = (reply: HttpReply) => {
      const encoding = isLong(reply) ? acceptedEncoding(request.headers['accept-encoding']) : undefined
      if (encoding === undefined) send(response, reply, false)
      else packReply(reply, encoding).then(guarded(parts.log, 'runtime.packed', sendPacked, destroy), destroy)
    }
    const sendPacked = (reply: HttpReply) => {
      send(response, reply, false)
    }
    const received = (body: Uint8Array | 'tooLarge' | 'busy') => {
      if (typeof body === 'string') {
        send(response, parts.refuse(body === 'busy' ? 429 : 413), true)
        return
      }
      const reply = parts.answer(readCall(request, body, parts))
      if (reply instanceof Promise) reply.then(guarded(parts.log, 'runtime.answer', answer, destroy), destroy)
      else answer(reply)
    }
    const done = guarded(parts.log, 'runtime.body', received, destroy)
    onBody(request, MAX_BODY_BYTES, parts.bodies.open(), done)
  }
}

function readCall(
  request: IncomingMessage,
  body: Uint8Array,
  { addressOf, originOf }: RuntimeHandlerParts,
): RawCall {
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
  // A text goes out in one write with the headers. Bytes would need a second write.
  response.end(body)
}

/** Answers a browser's preflight request. */
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
