import { readFile } from 'node:fs/promises'
import type { Request, Response } from 'express'
import type { Encoding } from '../runtime/call.ts'
import { acceptedEncoding, packFile, SMALLEST_PACKED } from './encoding.ts'

/** Assets that compression makes smaller. Pictures and fonts are compressed already. */
const TEXTS = /^[\w.-]+\.(?:js|css|svg|json|txt|html)$/

/** A file of the build, whose name contains the hash of its content. It is compressed once, and kept. */
export class PackedAsset {
  readonly #name: string
  readonly #plain: Buffer
  /** The build's own compression of it, with all the time that takes. */
  readonly #built: Buffer | undefined
  readonly #packed = new Map<Encoding, Promise<Buffer>>()

  constructor(name: string, plain: Buffer, built?: Buffer) {
    this.#name = name
    this.#plain = plain
    this.#built = built
  }

  /** @throws what reading throws */
  static async read(name: string, path: string): Promise<PackedAsset> {
    const built = readFile(`${path}.br`).catch(() => undefined)
    return new PackedAsset(name, await readFile(path), await built)
  }

  async send(request: Request, response: Response): Promise<void> {
    const isSmall = this.#plain.length < SMALLEST_PACKED || !TEXTS.test(this.#name)
    const encoding = isSmall ? undefined : acceptedEncoding(request.get('accept-encoding'))
    response.set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      ETag: `"${this.#name}${encoding === undefined ? '' : `-${encoding}`}"`,
      Vary: 'Accept-Encoding',
    })
    response.type(this.#name)
    if (encoding === undefined) response.send(this.#plain)
    else response.set('Content-Encoding', encoding).send(await this.#pack(encoding))
  }

  #pack(encoding: Encoding): Promise<Buffer> {
    const before = this.#packed.get(encoding)
    if (before !== undefined) return before
    const packed =
      encoding === 'br' && this.#built !== undefined
        ? Promise.resolve(this.#built)
        : packFile(this.#plain, encoding, false)
    this.#packed.set(encoding, packed)
    return packed
  }
}

export function isTextAsset(name: string): boolean {
  return TEXTS.test(name)
}
