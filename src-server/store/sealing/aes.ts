import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import type { Random } from '../../contract/ports.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
export const KEY_BYTES = 32

/**
 * Encrypts with AES-256-GCM.
 * @param about the purpose and place of the content. It opens only under the same text, so that sealed contents can't
 *   be exchanged
 * @returns nonce, ciphertext and tag, base64url
 */
export function encrypt(key: Uint8Array, about: string, content: Uint8Array, random: Random): string {
  const nonce = random.bytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about))
  const body = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([nonce, body, cipher.getAuthTag()]).toString('base64url')
}

/** @returns undefined under another key, for another place, and for a changed content */
export function decrypt(key: Uint8Array, about: string, sealed: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  const end = bytes.length - TAG_BYTES
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(about))
    .setAuthTag(bytes.subarray(end))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, end)), decipher.final()])
  } catch {
    return undefined
  }
}

/** A key for one purpose from a secret of at least 128 random bits. */
export function deriveKey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_BYTES))
}

/** Names a key without revealing it. */
export function idOfKey(key: Uint8Array): string {
  return createHash('sha256').update('pulsekey key id').update(key).digest('hex').slice(0, 16)
}
