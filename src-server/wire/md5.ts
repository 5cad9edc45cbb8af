import { hash } from 'node:crypto'
import { BEYOND_ASCII } from './charset.ts'

/** Lower-case hex of the MD5 of a text's UTF-8. The protocol demands MD5. */
export function md5Hex(text: string): string {
  return hash('md5', text)
}

/** Lower-case hex of the MD5 of a byte string, one character a byte. */
export function md5OfBytes(bytes: string): string {
  return hash('md5', BEYOND_ASCII.test(bytes) ? Buffer.from(bytes, 'latin1') : bytes)
}
