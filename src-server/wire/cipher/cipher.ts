import type { Charset } from '../charset.ts'

/** What an application's settings hold for its cipher. */
export interface CipherKeys {
  readonly rc4Key: string
  /** PEM, or the base64 body alone; only mi_type 4 has need of it. */
  readonly rsaPrivateKey?: string
  readonly rsaOaep?: boolean
}

/** One mi_type's way to hide texts, in both directions. */
export interface Cipher {
  /** In which the text inside `data` is read first. A program may send another one; its signature is over the bytes it sent. */
  readonly charset: Charset
  /** The bytes inside `data`; undefined when it can't be decoded. */
  open(data: string, keys: CipherKeys): Uint8Array | undefined
  /** What goes out for a reply's JSON. */
  seal(json: string, keys: CipherKeys): string
}
