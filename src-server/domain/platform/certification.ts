/**
 * Which address is certified for which product. The self-service action `rzquery` reads it. Times are Unix
 * seconds.
 */
export interface Certification {
  readonly id: number
  readonly product: string
  /** Host and port in lower case, without the default ports. */
  readonly url: string
  readonly holder: string
  readonly note: string
  /** null never ends. */
  readonly expiresAt: number | null
  readonly disabled: boolean
  readonly createdAt: number
}

export type CertificationState = 'valid' | 'expired' | 'disabled'

export function certificationState(
  certification: Pick<Certification, 'expiresAt' | 'disabled'>,
  now: number,
): CertificationState {
  if (certification.disabled) return 'disabled'
  return certification.expiresAt !== null && certification.expiresAt <= now ? 'expired' : 'valid'
}

/**
 * The host that a text names, in the form of certifications: taken from a whole address or a bare host, in
 * lower case, names beyond ASCII in their ASCII form, without the ports 80 and 443.
 * @returns undefined for a text that names no host
 */
export function hostOf(text: string): string | undefined {
  const given = text.trim()
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given.replace(/^[^:]+/, 'http') : `http://${given}`
  // In a path without a host, the URL parser would take the first step for the host.
  if (/^http:\/\/[/?#]/.test(address) || !URL.canParse(address)) return undefined
  const { host, username, password } = new URL(address)
  if (host === '' || username !== '' || password !== '') return undefined
  return host.replace(/:443$/, '')
}
