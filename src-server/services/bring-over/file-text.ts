import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { charsetOf, SNIFFED_BYTES } from '../../domain/bring-over/charset.ts'
import { DumpError } from '../../domain/bring-over/sql-lexer.ts'

/** So many bytes become text at a time, so that other calls get their turn. */
const PIECE = 65_536

export interface FileText {
  /** The beginning of the file, as text. */
  readonly head: string
  readonly pieces: AsyncIterable<string>
}

/** The text of a file, unpacked where it is packed by gzip, by its own character set. @throws DumpError */
export async function openText(bytes: AsyncIterable<Uint8Array>): Promise<FileText> {
  const pieces = unpacked(bytes)[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let length = 0
  while (length < SNIFFED_BYTES) {
    const next = await pieces.next()
    if (next.done === true) break
    first.push(next.value)
    length += next.value.length
  }
  const start = Buffer.concat(first)
  const head = start.subarray(0, SNIFFED_BYTES)
  const charset = charsetOf(head)
  return {
    head: new TextDecoder(charset).decode(head),
    pieces: decoded(chain(start, pieces), new TextDecoder(charset)),
  }
}

async function* chain(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  decoder: InstanceType<typeof TextDecoder>,
): AsyncGenerator<string> {
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; at += PIECE) {
      yield decoder.decode(piece.subarray(at, at + PIECE), { stream: true })
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  yield decoder.decode()
}

async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]()
  const first = await source.next()
  if (first.done === true) return
  const whole = chain(first.value, source)
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
    yield* whole
    return
  }
  const gunzip = createGunzip()
  // An error of either ends the other, and the reading below gets it.
  pipeline(Readable.from(whole, { objectMode: false }), gunzip).catch(() => undefined)
  try {
    for await (const piece of gunzip) yield piece as Uint8Array
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^Z_|^ERR_/.test(String(error.code)))
      throw new DumpError(1, 'the packed file is damaged or cut off')
    throw error
  }
}
