import { hash, timingSafeEqual } from 'node:crypto'

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
