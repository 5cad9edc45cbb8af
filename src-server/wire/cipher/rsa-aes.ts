import { decodeBase64 } from '../base64.ts'
import { decodeHex } from '../hex.ts'
import { sealAes } from './aes-reply.ts'
import type { Cipher } from './cipher.ts'
import { decryptBlocks, decryptOaepBlocks } from './rsa/decrypt-blocks.ts'
import { findRsaKey } from './rsa/private-key.ts'

const HEX = /^[0-9a-f\s]+$/i
/**
 * A block costs a millisecond, so a body full of blocks would block all other calls. A login takes two
 * blocks.
 */
const MOST_BYTES = 2048

/** mi_type 4: requests under the application's RSA key, replies under AES. */
export const rsaAes: Cipher = {
  charset: 'utf8',
  open(data, { rsaPrivateKey, rsaOaep }) {
    const key = rsaPrivateKey ? findRsaKey(rsaPrivateKey) : undefined
    if (key === undefined) return undefined
    const blocks = splitBlocks(data, key.size)
    if (blocks === undefined) return undefined
    return rsaOaep === true ? decryptOaepBlocks(key, blocks) : decryptBlocks(key, blocks)
  },
  seal(json, { rc4Key }) {
    return sealAes(json, rc4Key)
  },
}

/** Hex or base64. A text of hex digits that doesn't decode to whole blocks may still be base64. */
function splitBlocks(data: string, size: number): Uint8Array[] | undefined {
  if (data.length > MOST_BYTES * 4) return undefined
  const sealed = [HEX.test(data) ? decodeHex(data) : undefined, decodeBase64(data)].find(
    (bytes) => bytes !== undefined && bytes.length % size === 0,
  )
  if (sealed === undefined || sealed.length > MOST_BYTES) return undefined
  const blocks: Uint8Array[] = []
  for (let at = 0; at < sealed.length; at += size) blocks.push(sealed.subarray(at, at + size))
  return blocks
}
