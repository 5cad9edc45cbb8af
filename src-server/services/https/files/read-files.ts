import { createHash } from 'node:crypto'
import { CertificateRefused } from './certificate-problem.ts'
import type { TlsIdentity } from './identity.ts'
import { readIdentity } from './read-identity.ts'
import type { GivenFile } from './read-blocks.ts'

export interface CertificatePaths {
  readonly cert: string
  /** Empty: the key is in the same file. */
  readonly key: string
  readonly passPhrase: string
}

export type ReadFile = (path: string) => Buffer

/** Reads certificate files again and again. Files that didn't change cost no more than their bytes. */
export class CertificateFiles {
  readonly #readFile: ReadFile
  #last: { readonly digest: string; readonly identity: Promise<TlsIdentity> } | undefined

  constructor(readFile: ReadFile) {
    this.#readFile = readFile
  }

  /** @throws CertificateRefused */
  async read({ cert, key, passPhrase }: CertificatePaths): Promise<TlsIdentity> {
    const files = [cert, key].filter((path, at) => path !== '' && (at === 0 || path !== cert))
    const [first, second] = files.map((path) => this.#readBytes(path))
    if (first === undefined) throw new CertificateRefused('missing', cert)
    const digest = digestOf([first, second], passPhrase)
    if (this.#last?.digest !== digest)
      this.#last = { digest, identity: readIdentity(first, second, passPhrase) }
    return this.#last.identity
  }

  #readBytes(path: string): GivenFile {
    try {
      return { name: path, bytes: this.#readFile(path) }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      throw new CertificateRefused(code === 'ENOENT' ? 'missing' : 'unreadable', path, code)
    }
  }
}

function digestOf(files: readonly (GivenFile | undefined)[], passPhrase: string): string {
  const hash = createHash('sha256').update(JSON.stringify([passPhrase, files.map((file) => file?.name)]))
  for (const file of files) hash.update(`${file?.bytes.length ?? -1}:`).update(file?.bytes ?? '')
  return hash.digest('hex')
}
