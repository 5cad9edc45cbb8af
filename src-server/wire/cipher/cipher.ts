import type { Charset } from '../charset.ts'

/** The settings of an application that its cipher needs. */
export interface CipherKeys {
  readonly rc4Key: string
  /** PEM, or the base64 body alone. Only mi_type 4 needs it. */
  readonly rsaPrivateKey?: string
  readonly rsaOaep?: boolean
}

/** The cipher of one mi_type, in both directions. */
export interface Cipher {
  /**
   * The character set to try first for the text inside `data`. A program may use another one, and its
   * signature covers the bytes it sent.
   */
  readonly charset: Charset
  /** The bytes inside `data`, or undefined when `data` is undecodable. */
  open(data: string, keys: CipherKeys): Uint8Array | undefined
  /** The reply body for a reply's JSON. */
  seal(json: string, keys: CipherKeys): string
}
