import { base64Text } from './base64-text.ts'
import type { Cipher } from './cipher.ts'
import { rc4Second, rc4Gbk } from './rc4.ts'
import { rsaAes } from './rsa-aes.ts'

export type { Cipher, CipherKeys } from './cipher.ts'

const CIPHERS: ReadonlyMap<number, Cipher> = new Map([
  [1, rc4Gbk],
  [2, base64Text],
  [3, rc4Second],
  [4, rsaAes],
  [10, rc4Second],
])

/** Undefined for 0, which is plain, and for an unknown type. */
export function findCipher(miType: number): Cipher | undefined {
  return CIPHERS.get(miType)
}
