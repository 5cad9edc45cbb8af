import { constants, hkdfSync, privateDecrypt } from 'node:crypto'
import type { RsaKey } from './private-key.ts'
import { unpad } from './unpad.ts'

/** The bytes 0 and 2, at least eight bytes of padding, and the zero byte that ends it. */
const PADDING_BYTES = 11

/**
 * PKCS#1 v1.5 by the raw RSA operation and our own unpadding, because the platform's unpadding differs
 * between Node and Electron, and one of them reveals bad padding. A badly padded block gives bytes that look
 * random but are the same each time (RFC 8017's advice against padding oracles).
 * @returns undefined only for a number beyond the modulus, which anybody can check without the key
 */
export function decryptBlocks(key: RsaKey, blocks: readonly Uint8Array[]): Uint8Array | undefined {
  return decryptEach(blocks, (block) => {
    const drawn = new Uint8Array(hkdfSync('sha256', key.secret, block, 'pulsekey rsa', key.size + 2))
    const length = (((drawn[0] ?? 0) << 8) | (drawn[1] ?? 0)) % (key.size - PADDING_BYTES + 1)
    const padded = privateDecrypt({ key: key.key, padding: constants.RSA_NO_PADDING }, block)
    return unpad(padded, drawn.subarray(2), key.size - length)
  })
}

/**
 * OAEP with SHA-256 as its hash and in its mask. The platform's check takes the same time for every failure.
 */
export function decryptOaepBlocks(key: RsaKey, blocks: readonly Uint8Array[]): Uint8Array | undefined {
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  return decryptEach(blocks, (block) => privateDecrypt({ key: key.key, padding, oaepHash: 'sha256' }, block))
}

/** Decrypts every block, also when an early block fails. */
function decryptEach(
  blocks: readonly Uint8Array[],
  decryptOne: (block: Uint8Array) => Uint8Array,
): Uint8Array | undefined {
  const messages = blocks.map((block) => {
    try {
      return decryptOne(block)
    } catch {
      return undefined
    }
  })
  const whole = messages.filter((message) => message !== undefined)
  return whole.length === blocks.length ? Buffer.concat(whole) : undefined
}
