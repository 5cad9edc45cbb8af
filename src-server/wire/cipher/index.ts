import type { Cipher } from './cipher.ts'
import { rc4Second } from './rc4-2.ts'

export type { Cipher, CipherKeys } from './cipher.ts'

const CIPHERS: ReadonlyMap<number, Cipher> = new Map([[3, rc4Second]])

/** Undefined for 0, which hides nothing, and for a type there is no cipher for. */
export function findCipher(miType: number): Cipher | undefined {
  return CIPHERS.get(miType)
}
