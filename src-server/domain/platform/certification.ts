/** Which address is certified for which product: what the self-service action `rzquery` finds. Times are Unix seconds. */
export interface Certification {
  readonly id: number
  readonly product: string
  /** Host and port, lower case; the usual ports are left out. */
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
 * The host a text names, as certifications are kept under it: from a whole address or a bare host, lower case, names
 * beyond ASCII in their ASCII form, without the ports 80 and 443.
 *
 * @returns undefined for what names none
 */
export function hostOf(text: string): string | undefined {
  const given = text.trim()
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given.replace(/^[^:]+/, 'http') : `http://${given}`
  // A path without a host would have its first step taken for one.
  if (/^http:\/\/[/?#]/.test(address) || !URL.canParse(address)) return undefined
  const { host, username, password } = new URL(address)
  if (host === '' || username !== '' || password !== '') return undefined
  return host.replace(/:443$/, '')
}
