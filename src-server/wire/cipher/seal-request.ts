import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import type { CipherKeys } from './cipher.ts'
import { findCipher } from './index.ts'
import { findRsaKey } from './rsa/private-key.ts'

const RSA_MI_TYPE = 4
/** Bytes of a block that the padding takes: PKCS#1 v1.5, and OAEP with SHA-256. */
const PADDING_BYTES = { pkcs1: 11, oaep: 66 }

/**
 * Encrypts a text as a program does for `data`, the inverse of Cipher.open. Undefined for a type without a
 * cipher, and for an RSA key that is invalid or too small for its padding.
 */
export function sealRequest(miType: number, text: string, keys: CipherKeys): string | undefined {
  if (miType === RSA_MI_TYPE) return sealRsa(text, keys)
  // For all other types, encryption of requests and of replies is the same operation.
  return findCipher(miType)?.seal(text, keys)
}

function sealRsa(text: string, { rsaPrivateKey = '', rsaOaep = false }: CipherKeys): string | undefined {
  const found = rsaPrivateKey === '' ? undefined : findRsaKey(rsaPrivateKey)
  const room = (found?.size ?? 0) - (rsaOaep ? PADDING_BYTES.oaep : PADDING_BYTES.pkcs1)
  if (found === undefined || room < 1) return undefined
  const key = createPublicKey(found.key)
  const way = rsaOaep
    ? { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
    : { key, padding: constants.RSA_PKCS1_PADDING }
  const bytes = Buffer.from(text)
  const blocks: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += room)
    blocks.push(publicEncrypt(way, bytes.subarray(at, at + room)))
  return Buffer.concat(blocks).toString('base64')
}
