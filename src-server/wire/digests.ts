import { hash, timingSafeEqual } from 'node:crypto'
import { BEYOND_ASCII } from './charset.ts'

/** Lower-case hex of the MD5 of a text's UTF-8. The protocol demands MD5. */
export function md5Hex(text: string): string {
  return hash('md5', text)
}

/** Lower-case hex of the MD5 of a byte string, one character a byte. */
export function md5OfBytes(bytes: string): string {
  return hash('md5', BEYOND_ASCII.test(bytes) ? Buffer.from(bytes, 'latin1') : bytes)
}

/** Compares two digests. The time taken doesn't reveal where they differ. Their length is no secret. */
export function equalDigests(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/**
 * Compares two secrets. The time taken reveals neither where they differ nor whether their lengths differ.
 */
export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}
