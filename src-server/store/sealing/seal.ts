import type { Random } from '../../contract/ports.ts'
import { SecretsLocked } from '../../contract/secrets-locked.ts'
import { decrypt, encrypt } from './aes.ts'

/** Every sealed text in the database begins with it. */
export const SEALED_PREFIX = 'sealed:'

/** Seals secret texts under the data key, each for its place: table, column, row. An empty text stays empty. */
export class Seal {
  readonly #random: Random
  readonly #key: Uint8Array | undefined

  /** @param key the data key. Without one the seal is locked */
  constructor(random: Random, key?: Uint8Array) {
    this.#random = random
    this.#key = key
  }

  get isLocked(): boolean {
    return this.#key === undefined
  }

  /** @throws SecretsLocked */
  close(text: string, place: string): string {
    if (text === '') return ''
    if (this.#key === undefined) throw new SecretsLocked()
    return SEALED_PREFIX + encrypt(this.#key, place, Buffer.from(text), this.#random)
  }

  /**
   * @returns undefined for a text that this key didn't seal for this place. A plain text counts as such, so that nobody
   *   who can write to the file plants keys
   */
  open(text: string, place: string): string | undefined {
    if (text === '') return ''
    if (this.#key === undefined || !text.startsWith(SEALED_PREFIX)) return undefined
    return decrypt(this.#key, place, text.slice(SEALED_PREFIX.length))?.toString()
  }
}
