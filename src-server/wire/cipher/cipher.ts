import type { Charset } from '../md5.ts'

/** What an application's settings hold for its cipher. */
export interface CipherKeys {
  readonly rc4Key: string
  /** PEM, or the base64 body alone; only mi_type 4 has need of it. */
  readonly rsaPrivateKey?: string
  readonly rsaOaep?: boolean
}

/** One mi_type's way to hide texts, in both directions (protocol.md 4). */
export interface Cipher {
  /** The charset of the text inside `data`: its signature is made over those bytes. */
  readonly charset: Charset
  /** The text inside `data`; undefined when it can't be decoded. */
  open(data: string, keys: CipherKeys): string | undefined
  /** What goes out for a reply's JSON. */
  seal(json: string, keys: CipherKeys): string
}
