import { promisify } from 'node:util'
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  type BrotliOptions,
  type ZlibOptions,
} from 'node:zlib'
import type { Transform } from 'node:stream'
import type { Encoding, HttpReply } from '../runtime/call.ts'

/** A text that fits into one packet arrives no sooner when it is compressed, bytes. */
export const SMALLEST_PACKED = 1400

/** The best encoding that a client accepts. Undefined: the client takes plain answers only, as old programs do. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined || header === '') return undefined
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((text) => text.startsWith('q='))
    weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0)
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [br, gz] = [weightOf('br'), weightOf('gzip')]
  if (br === 0 && gz === 0) return undefined
  return br >= gz ? 'br' : 'gzip'
}

/** Quick levels for answers of the moment: a second pass costs more time than it saves on the way. */
const QUICK_GZIP: ZlibOptions = { level: 4, chunkSize: 64 * 1024 }
function quickBrotli(size: number): BrotliOptions {
  return {
    chunkSize: 64 * 1024,
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_LGWIN]: 19,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
    },
  }
}

const gzipAll = promisify<Uint8Array, ZlibOptions, Buffer>(gzip)
const brotliAll = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress)

/** Compresses an answer, beside the event loop. */
export function packQuickly(body: Uint8Array, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? brotliAll(body, quickBrotli(body.length)) : gzipAll(body, QUICK_GZIP)
}

/** Whether compression makes an answer of api.php arrive sooner. Downloads are compressed already. */
export function isLong({ body }: HttpReply): boolean {
  return typeof body === 'string' && body.length >= SMALLEST_PACKED
}

/** Compresses a long text of api.php. */
export async function packReply(reply: HttpReply, encoding: Encoding): Promise<HttpReply> {
  return { ...reply, body: await packQuickly(Buffer.from(reply.body), encoding), encoding }
}

/** The same as a stream, for large answers. */
export function quickPacker(size: number, encoding: Encoding): Transform {
  return encoding === 'br' ? createBrotliCompress(quickBrotli(size)) : createGzip(QUICK_GZIP)
}

/** Compresses a file that is sent again and again. @param thorough takes seconds for a large file */
export function packFile(body: Uint8Array, encoding: Encoding, thorough: boolean): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAll(body, { level: constants.Z_BEST_COMPRESSION })
  const quality = thorough ? constants.BROTLI_MAX_QUALITY : 5
  return brotliAll(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}
