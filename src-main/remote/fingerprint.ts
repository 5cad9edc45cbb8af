import { createHash, X509Certificate } from 'node:crypto'

import type { Certificate } from 'electron'

/**
 * Converts Electron's form, `sha256/` and base64, into hexadecimal digits for comparison.
 * @returns 64 digits, or undefined for another hash
 */
export function fingerprintOf({ fingerprint }: Pick<Certificate, 'fingerprint'>): string | undefined {
  const [, base64 = ''] = /^sha256\/([A-Za-z0-9+/]{43}=)$/.exec(fingerprint) ?? []
  return base64 === '' ? undefined : Buffer.from(base64, 'base64').toString('hex')
}

/**
 * SHA-256 of the certificate's public key with its parameters (SubjectPublicKeyInfo), which a renewed
 * certificate for the same key keeps.
 * @returns 64 hexadecimal digits, or undefined for a certificate that can't be read
 */
export function keyOf({ data }: Pick<Certificate, 'data'>): string | undefined {
  try {
    const key = new X509Certificate(data).publicKey.export({ type: 'spki', format: 'der' })
    return createHash('sha256').update(key).digest('hex')
  } catch {
    return undefined
  }
}
