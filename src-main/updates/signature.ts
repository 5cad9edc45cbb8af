import { createPublicKey, type KeyObject, verify } from 'node:crypto'

/** The beginning of an Ed25519 public key in SPKI, before its 32 bytes (RFC 8410, 4). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** @param publicKey the 32 bytes, base64 @throws Error for any other length */
export function readPublicKey(publicKey: string): KeyObject {
  const raw = Buffer.from(publicKey, 'base64')
  if (raw.length !== 32) throw new Error('an Ed25519 public key has 32 bytes')
  return createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), format: 'der', type: 'spki' })
}

/** @param signature base64 */
export function isSignedBy(publicKey: KeyObject, text: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64')
  return bytes.length === 64 && verify(null, Buffer.from(text, 'utf8'), publicKey, bytes)
}
