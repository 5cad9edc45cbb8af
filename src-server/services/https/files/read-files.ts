import { CertificateRefused } from './certificate-problem.ts'
import type { TlsIdentity } from './identity.ts'
import { readIdentity } from './read-identity.ts'

export interface CertificatePaths {
  readonly cert: string
  /** Empty: the key is in the same file. */
  readonly key: string
  readonly passPhrase: string
}

export type ReadFile = (path: string) => Buffer

/** @throws CertificateRefused */
export async function readCertificateFiles(
  { cert, key, passPhrase }: CertificatePaths,
  readFile: ReadFile,
): Promise<TlsIdentity> {
  const read = (path: string) => ({ name: path, bytes: readBytes(path, readFile) })
  return readIdentity(read(cert), key === '' || key === cert ? undefined : read(key), passPhrase)
}

function readBytes(path: string, readFile: ReadFile): Buffer {
  try {
    return readFile(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new CertificateRefused(code === 'ENOENT' ? 'missing' : 'unreadable', path, code)
  }
}
