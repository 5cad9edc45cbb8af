import { createCipheriv, createDecipheriv } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../contract/ports.ts'
import type { BringFile } from '../../services/bring-over/bring-file.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
/** The length of a piece, before it. */
const LENGTH_BYTES = 4

/**
 * A file in the data folder, each piece encrypted under a key that is in memory alone: after a crash nobody can read it.
 */
export class PieceFile implements BringFile {
  readonly #path: string
  readonly #random: Random
  #key: Uint8Array = new Uint8Array()

  constructor(folder: string, random: Random) {
    this.#path = join(folder, 'bring-over.part')
    this.#random = random
  }

  async begin(): Promise<void> {
    this.#key = this.#random.bytes(KEY_BYTES)
    closeSync(openSync(this.#path, 'w', 0o600))
  }

  async add(piece: Uint8Array): Promise<void> {
    const iv = this.#random.bytes(IV_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key, iv)
    const sealed = Buffer.concat([cipher.update(piece), cipher.final()])
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt32BE(sealed.length)
    const file = openSync(this.#path, 'a', 0o600)
    try {
      writeSync(file, Buffer.concat([length, iv, cipher.getAuthTag(), sealed]))
    } finally {
      closeSync(file)
    }
  }

  async *read(): AsyncGenerator<Uint8Array, void, undefined> {
    const file = openSync(this.#path, 'r')
    try {
      const head = Buffer.alloc(LENGTH_BYTES + IV_BYTES + TAG_BYTES)
      while (readSync(file, head) === head.length) {
        const sealed = Buffer.alloc(head.readUInt32BE())
        readSync(file, sealed)
        const iv = head.subarray(LENGTH_BYTES, LENGTH_BYTES + IV_BYTES)
        const decipher = createDecipheriv(CIPHER, this.#key, iv)
        decipher.setAuthTag(head.subarray(LENGTH_BYTES + IV_BYTES))
        yield Buffer.concat([decipher.update(sealed), decipher.final()])
      }
    } finally {
      closeSync(file)
    }
  }

  async drop(): Promise<void> {
    this.#key = new Uint8Array()
    rmSync(this.#path, { force: true })
  }
}
