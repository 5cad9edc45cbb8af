import { equalSecrets } from '../../wire/digests.ts'

/** What of a request tells where it came from. */
export interface Provenance {
  /** This server's own origin, as the request addressed it. */
  readonly own: string
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
}

/**
 * Whether a POST may come from where it does. A browser always says its origin and it must be ours; a program that
 * says none has no cookies of anybody else's to abuse, and needs the CSRF token like everybody.
 */
export function isOwnOrigin({ own, origin, fetchSite }: Provenance): boolean {
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return false
  return origin === undefined || origin === own
}

export function isCsrfToken(given: string | undefined, expected: string): boolean {
  return given !== undefined && equalSecrets(given, expected)
}
