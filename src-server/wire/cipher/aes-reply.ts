import { createCipheriv } from 'node:crypto'

const IV = '0102030405060708'
const KEY_BYTES = 16

/**
 * AES-128-CBC with PKCS#7 in lower-case hex, under the key `y` + the first 13 characters of the RC4 key +
 * `gg` (docs/protocol.md 4). As in PHP's openssl, NULs fill up a short key, and a long key is cut.
 */
export function sealAes(text: string, rc4Key: string): string {
  const key = Buffer.alloc(KEY_BYTES)
  key.write(`y${rc4Key.slice(0, 13)}gg`)
  const cipher = createCipheriv('aes-128-cbc', key, IV)
  return cipher.update(text, 'utf8', 'hex') + cipher.final('hex')
}
