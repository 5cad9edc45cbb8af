import { hash, timingSafeEqual } from 'node:crypto'

/** Compares two digests, whose length is no secret, in a time that doesn't say where they differ. */
export function equalDigests(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Compares two secrets in a time that says neither where they differ nor whether their lengths do. */
export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}
