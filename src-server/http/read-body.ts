import type { IncomingMessage } from 'node:http'

const EMPTY = new Uint8Array()

/** The whole body as it came, or undefined when it is larger than `limit` bytes; the rest is then not read. */
export function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > limit) return Promise.resolve(undefined)
  const hasBody = announced > 0 || request.headers['transfer-encoding'] !== undefined
  if (!hasBody) return Promise.resolve(EMPTY)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) {
        chunks.push(chunk)
        return
      }
      request.pause()
      resolve(undefined)
    })
    request.on('end', () => {
      resolve(chunks.length === 1 ? (chunks[0] ?? EMPTY) : Buffer.concat(chunks))
    })
    request.on('error', reject)
    request.on('close', () => {
      if (!request.complete) reject(new Error('the client went away'))
    })
  })
}
