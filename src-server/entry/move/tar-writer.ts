import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

const BLOCK = 512
/** The largest size that eleven octal digits can say. Larger ones are written in binary. */
const MOST_OCTAL = 8 ** 11 - 1
const LONGEST_NAME = 100

/** Writes a .tar.gz file, entry by entry. All files belong to root, and only their owner can read them. */
export class TarWriter {
  readonly #gzip = createGzip()
  readonly #done: Promise<void>
  readonly #at: number

  /** @param at the time of all entries, Unix seconds */
  constructor(file: string, at: number) {
    this.#at = at
    const out = createWriteStream(file, { mode: 0o600, flags: 'wx' })
    this.#done = pipeline(this.#gzip, out)
    // `end` reports the error, and an error before it ends the writing.
    this.#done.catch(() => undefined)
  }

  async add(name: string, content: Uint8Array, mode = 0o600): Promise<void> {
    await this.#write(header(name, content.length, mode, this.#at))
    await this.#write(content)
    await this.#pad(content.length)
  }

  /** Adds a file that may be too large for memory. */
  async addFile(name: string, path: string): Promise<void> {
    const { size } = statSync(path)
    await this.#write(header(name, size, 0o600, this.#at))
    let written = 0
    for await (const chunk of createReadStream(path, {
      end: Math.max(size - 1, 0),
      highWaterMark: 1 << 20,
    })) {
      await this.#write(chunk as Buffer)
      written += (chunk as Buffer).length
    }
    if (written !== size) throw new Error(`${path} changed while it was packed`)
    await this.#pad(size)
  }

  async end(): Promise<void> {
    await this.#write(new Uint8Array(2 * BLOCK))
    this.#gzip.end()
    await this.#done
  }

  async #pad(size: number): Promise<void> {
    const rest = size % BLOCK
    if (rest > 0) await this.#write(new Uint8Array(BLOCK - rest))
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0 || this.#gzip.write(bytes)) return
    await Promise.race([once(this.#gzip, 'drain'), this.#done])
  }
}

/** A header of the ustar format, which every tar reads. */
function header(name: string, size: number, mode: number, at: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  const [prefix, base] = splitName(name)
  block.write(base, 0)
  block.write(octal(mode, 7), 100)
  block.write(octal(0, 7), 108)
  block.write(octal(0, 7), 116)
  if (size <= MOST_OCTAL) block.write(octal(size, 11), 124)
  else {
    block.writeUInt8(0x80, 124)
    block.writeBigUInt64BE(BigInt(size), 128)
  }
  block.write(octal(at, 11), 136)
  block.write(' '.repeat(8), 148)
  block.write('0', 156)
  block.write('ustar\0' + '00', 257)
  block.write('root', 265)
  block.write('root', 297)
  block.write(prefix, 345)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${octal(sum, 6)}\0 `, 148)
  return block
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0')

function splitName(name: string): [prefix: string, base: string] {
  if (Buffer.byteLength(name) <= LONGEST_NAME) return ['', name]
  const at = name.indexOf('/', name.length - LONGEST_NAME - 1)
  if (at < 0 || at > 155) throw new Error(`the name ${name} is too long`)
  return [name.slice(0, at), name.slice(at + 1)]
}
