import { equalSecrets } from '../../wire/digests.ts'

/** What of a request tells where it came from. */
export interface Provenance {
  /** This server's own origin, as the request addressed it. */
  readonly own: string
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
}

/**
 * Whether a POST may come from where it does. A browser always sends its origin, which must be ours: the one that the
 * request addressed, or the public address, because a proxy may have replaced the Host header. A program that sends no
 * origin has no cookies of anybody else's to abuse, and needs the CSRF token like everybody.
 * @param known the origin of the public address that the owner set
 */
export function isOwnOrigin({ own, origin, fetchSite }: Provenance, known?: string): boolean {
  if (isOtherSite(fetchSite)) return false
  return origin === undefined || origin === (URL.parse(own)?.origin ?? own) || origin === known
}

/** Why a request is refused, in words that name what a proxy must change, and as fields for the console's own words. */
export function explainOrigin({ own, origin = '', fetchSite }: Provenance): {
  readonly text: string
  readonly fields?: { readonly host: string; readonly origin: string }
} {
  const text = 'This request came from another site'
  if (isOtherSite(fetchSite) || !/^https?:\/\/[^/]+$/.test(origin)) return { text }
  const fields = { host: shown(own), origin: shown(origin) }
  return {
    text: `${text}: the browser sent Origin ${fields.origin}, and the request arrived for ${fields.host}. A proxy in front must pass on the Host header, or X-Forwarded-Host and X-Forwarded-Proto as a trusted proxy`,
    fields,
  }
}

function isOtherSite(fetchSite: string | undefined): boolean {
  return fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none'
}

function shown(text: string): string {
  return text.replace(/[^ -~]/g, '?').slice(0, 255)
}

export function isCsrfToken(given: string | undefined, expected: string): boolean {
  return given !== undefined && equalSecrets(given, expected)
}
