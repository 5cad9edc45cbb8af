/** The directories of public authorities. */
export const AUTHORITIES = {
  letsencrypt: 'https://acme-v02.api.letsencrypt.org/directory',
  zerossl: 'https://acme.zerossl.com/v2/DV90',
} as const

export type Authority = keyof typeof AUTHORITIES | 'own'

export function authorityOf(directory: string): Authority {
  if (directory === AUTHORITIES.letsencrypt) return 'letsencrypt'
  return directory === AUTHORITIES.zerossl ? 'zerossl' : 'own'
}

/** The terms in the directory of an authority. */
export interface FoundDirectory {
  /** The address of the terms. Empty: the authority has none, or they aren't known. */
  readonly terms: string
  /** Whether the authority asks for an external account. */
  readonly isBound: boolean
  /** The reason why the directory doesn't answer. */
  readonly refused: string
}
