import { Readable } from 'node:stream'
import type { NextFunction, Request, Response } from 'express'
import { guarded } from '../contract/guarded.ts'
import type { Log, Random } from '../contract/ports.ts'
import type { Encoding } from '../runtime/call.ts'
import { acceptedEncoding, packQuickly, quickPacker, SMALLEST_PACKED } from './encoding.ts'

/** A longer answer is compressed piece by piece while it goes out, bytes. */
const LARGE = 256 * 1024
const PIECE = 64 * 1024
/** The most characters of the header that hides how well an answer was compressed. */
const LONGEST_PADDING = 64
const TEXT = /^(?:text\/|application\/(?:json|javascript|manifest\+json)|image\/svg)/

/** The answer holds secrets: it stays plain, because its compressed length would tell about them. */
export function keepPlain(response: Response): void {
  response.locals['plain'] = true
}

/**
 * Compresses the texts that handlers send at once, for clients that accept it. Streams stay plain, so that each event
 * arrives when it is written.
 */
export function compressAnswers(random: Pick<Random, 'below'>, log: Pick<Log, 'error'>) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const encoding = acceptedEncoding(request.get('accept-encoding'))
    if (request.method !== 'HEAD') {
      const send = response.send.bind(response)
      response.send = (body: unknown) => {
        // Express makes a text of an object, and sends that.
        if (typeof body !== 'string' || !isWorthIt(response, body)) return send(body)
        response.vary('Accept-Encoding')
        if (encoding === undefined) return send(body)
        response.set('X-Padding', 'x'.repeat(random.below(LONGEST_PADDING + 1)))
        sendPacked(response, Buffer.from(body), encoding, log)
        return response
      }
    }
    next()
  }
}

function isWorthIt(response: Response, body: string): boolean {
  return (
    body.length >= SMALLEST_PACKED &&
    response.locals['plain'] !== true &&
    response.get('content-encoding') === undefined &&
    // A text without a type is HTML to Express.
    TEXT.test(response.get('content-type') ?? 'text/html')
  )
}

function sendPacked(response: Response, body: Buffer, encoding: Encoding, log: Pick<Log, 'error'>): void {
  if (response.get('content-type') === undefined) response.type('html')
  response.set('Content-Encoding', encoding)
  const destroy = () => {
    response.destroy()
  }
  if (body.length < LARGE) {
    const end = guarded(log, 'answer.packed', (packed: Buffer) => {
      if (response.destroyed) return
      response.set('Content-Length', String(packed.length))
      response.end(packed)
    })
    packQuickly(body, encoding).then(end, destroy)
    return
  }
  const packer = quickPacker(body.length, encoding)
  const stop = guarded(log, 'answer.left', () => {
    packer.destroy()
  })
  response.once('close', stop)
  packer.once('error', guarded(log, 'answer.pack', destroy))
  Readable.from(piecesOf(body)).pipe(packer).pipe(response)
}

function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += PIECE) yield body.subarray(at, at + PIECE)
}
