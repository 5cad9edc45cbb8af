import type { IncomingMessage } from 'node:http'

const EMPTY = new Uint8Array()

/**
 * Calls `done` once, with the whole body as received, or with undefined when the body exceeds `limit` bytes.
 * It doesn't read the rest of such a body. Never calls `done` when the client leaves first. Uses no promise,
 * because every call passes here.
 */
export function onBody(
  request: IncomingMessage,
  limit: number,
  done: (body: Uint8Array | undefined) => void,
): void {
  if (announcedLength(request.rawHeaders) > limit) {
    done(undefined)
    return
  }
  let only: Buffer | undefined
  let more: Buffer[] | undefined
  let size = 0
  request.on('data', (chunk: Buffer) => {
    const before = size
    size += chunk.length
    if (size > limit) {
      request.pause()
      if (before <= limit) done(undefined)
    } else if (only === undefined) only = chunk
    else (more ??= [only]).push(chunk)
  })
  request.on('end', () => {
    if (size <= limit) done(more === undefined ? (only ?? EMPTY) : Buffer.concat(more))
  })
}

/** Reads the raw list, because `request.headers` would first build an object of all headers. */
function announcedLength(rawHeaders: readonly string[]): number {
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.length === 14 && name.toLowerCase() === 'content-length') return Number(rawHeaders[i + 1])
  }
  return 0
}

/** onBody as a promise. */
export function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => {
    onBody(request, limit, resolve)
  })
}
