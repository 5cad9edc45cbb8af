import type { Certificate } from 'electron'

/**
 * Converts Electron's form, `sha256/` and base64, into hexadecimal digits for comparison.
 * @returns 64 digits, or undefined for another hash
 */
export function fingerprintOf({ fingerprint }: Pick<Certificate, 'fingerprint'>): string | undefined {
  const [, base64 = ''] = /^sha256\/([A-Za-z0-9+/]{43}=)$/.exec(fingerprint) ?? []
  return base64 === '' ? undefined : Buffer.from(base64, 'base64').toString('hex')
}
