import type { Certificate } from 'electron'

/** Electron writes `sha256/` and base64; people compare hexadecimal digits. @returns 64 of them, undefined for another hash */
export function fingerprintOf({ fingerprint }: Pick<Certificate, 'fingerprint'>): string | undefined {
  const [, base64 = ''] = /^sha256\/([A-Za-z0-9+/]{43}=)$/.exec(fingerprint) ?? []
  return base64 === '' ? undefined : Buffer.from(base64, 'base64').toString('hex')
}
