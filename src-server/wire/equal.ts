import { hash, timingSafeEqual } from 'node:crypto'

/** Compares two secrets in a time that says neither where they differ nor whether their lengths do. */
export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}
