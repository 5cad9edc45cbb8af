import type { IncomingMessage, ServerResponse } from 'node:http'
import { INPUT_SIZES, type InputSize } from '../contract/input-sizes.ts'
import { JsonPieces } from '../wire/json-pieces.ts'
import type { BodyShare } from './body-budget.ts'

const EMPTY = new Uint8Array()
/** Bytes of an input that are read in one turn of the event loop. */
const TURN_BYTES = 128 * 1024

/** Why there is no body: it is over a limit, too many bodies are under way, or the sender left. */
export type NoBody = 'tooLarge' | 'busy' | 'gone'

/**
 * Calls `done` once, with the whole body as received, or with 'tooLarge' or 'busy' when the body exceeds `limit` bytes
 * or the share. It drops the rest of such a body. Never calls `done` when the client leaves first. Uses no
 * promise, because every call passes here.
 */
export function onBody(
  request: IncomingMessage,
  limit: number,
  share: BodyShare,
  done: (body: Uint8Array | 'tooLarge' | 'busy') => void,
): void {
  if (announcedLength(request) > limit) {
    done('tooLarge')
    return
  }
  let only: Buffer | undefined
  let more: Buffer[] | undefined
  let size = 0
  const refuse = (why: 'tooLarge' | 'busy') => {
    request.removeAllListeners('data').removeAllListeners('end')
    share.end()
    done(why)
  }
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > limit) refuse('tooLarge')
    else if (!share.take(chunk.length)) refuse('busy')
    else if (only === undefined) only = chunk
    else (more ??= [only]).push(chunk)
  })
  request.on('end', () => {
    done(more === undefined ? (only ?? EMPTY) : Buffer.concat(more))
  })
  request.once('close', share.end)
}

/** onBody as a promise that also ends when the sender leaves. */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
  share: BodyShare,
): Promise<Uint8Array | NoBody> {
  return untilClosed(response, (done) => {
    onBody(request, limit, share, done)
  })
}

/**
 * Reads a JSON input piece by piece, and holds the event loop only for a moment at a time. The input counts in the
 * share until its answer is out. Text that isn't JSON, or is too complex, gives null, and then the action's schema describes the expected
 * input.
 */
export function readInput(
  request: IncomingMessage,
  response: ServerResponse,
  size: InputSize,
  share: BodyShare,
): Promise<{ readonly input: unknown } | NoBody> {
  const limits = INPUT_SIZES[size]
  response.once('close', share.end)
  return untilClosed(response, (done) => {
    if (announcedLength(request) > limits.bytes) {
      done('tooLarge')
      return
    }
    const pieces = new JsonPieces(limits)
    let turn = 0
    const stop = (result: { readonly input: unknown } | NoBody) => {
      request.removeAllListeners('data').removeAllListeners('end')
      done(result)
    }
    const parse = (chunk: Buffer) => {
      if (!share.take(chunk.length)) stop('busy')
      else if (!pieces.write(chunk)) stop('tooLarge')
      else if ((turn += chunk.length) >= TURN_BYTES) {
        turn = 0
        request.pause()
        setImmediate(() => request.resume())
      }
    }
    const orNull = (work: () => void) => {
      try {
        work()
      } catch {
        stop({ input: null })
      }
    }
    request.on('data', (chunk: Buffer) => {
      orNull(() => {
        parse(chunk)
      })
    })
    request.on('end', () => {
      orNull(() => {
        done({ input: pieces.end() })
      })
    })
  })
}

function untilClosed<T>(
  response: ServerResponse,
  read: (done: (result: T | NoBody) => void) => void,
): Promise<T | NoBody> {
  return new Promise((resolve) => {
    const gone = () => {
      resolve('gone')
    }
    if (response.closed) {
      gone()
      return
    }
    response.once('close', gone)
    read((result) => {
      response.off('close', gone)
      resolve(result)
    })
  })
}

/** Reads the raw list, because `request.headers` would first build an object of all headers. */
export function announcedLength({ rawHeaders }: IncomingMessage): number {
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.length === 14 && name.toLowerCase() === 'content-length') return Number(rawHeaders[i + 1])
  }
  return 0
}
