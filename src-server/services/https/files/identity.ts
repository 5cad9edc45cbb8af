import type { X509Certificate } from 'node:crypto'
import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { CertificateFacts } from '../../../contract/records/https.ts'
import type { CertificateProblem } from './certificate-problem.ts'

/** What a TLS server needs, in the form that node:tls takes. */
export type TlsMaterial =
  | { readonly cert: string; readonly key: string }
  | { readonly pfx: Buffer; readonly passphrase: string }

/** A certificate with its key. */
export interface TlsIdentity {
  readonly material: TlsMaterial
  /** The server's own certificate first, then those of its issuers. */
  readonly chain: readonly X509Certificate[]
  readonly leaf: X509Certificate
}

export function factsOf(leaf: X509Certificate): CertificateFacts {
  const key = leaf.publicKey.export({ type: 'spki', format: 'der' })
  return {
    names: namesOf(leaf),
    issuer: nameIn(leaf.issuer),
    from: Math.floor(leaf.validFromDate.getTime() / 1000),
    until: Math.floor(leaf.validToDate.getTime() / 1000),
    sha256: leaf.fingerprint256,
    key_sha256: pairs(createHash('sha256').update(key).digest('hex')),
    self_signed: isSelfIssued(leaf),
  }
}

/** What programs will say about a certificate that can be served. */
export function warningsOf(
  { chain, leaf }: TlsIdentity,
  about: {
    readonly file: string
    readonly now: number
    /** The public name. Empty: not known. */
    readonly host: string
    /** Certificates of the authorities that this server knows. */
    readonly roots: () => readonly X509Certificate[]
  },
): CertificateProblem[] {
  const { file, now, host } = about
  const found: CertificateProblem[] = []
  const { from, until } = factsOf(leaf)
  if (until <= now) found.push({ kind: 'ended', file, detail: leaf.validTo })
  if (from > now) found.push({ kind: 'not_yet', file, detail: leaf.validFrom })
  if (host !== '' && !covers(leaf, host)) found.push({ kind: 'wrong_name', file, detail: host })
  const isAlone = chain.length === 1 && !isSelfIssued(leaf)
  if (isAlone && !about.roots().some((root) => leaf.checkIssued(root)))
    found.push({ kind: 'no_issuer', file, detail: nameIn(leaf.issuer) })
  return found
}

export function covers(leaf: X509Certificate, host: string): boolean {
  return (isIP(host) === 0 ? leaf.checkHost(host) : leaf.checkIP(host)) !== undefined
}

export function isSelfIssued(certificate: X509Certificate): boolean {
  return certificate.subject === certificate.issuer && certificate.checkIssued(certificate)
}

/** The name in a subject or an issuer that people know. */
export function nameIn(distinguished: string): string {
  const parts = new Map(
    distinguished.split('\n').map((line) => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1)] as const
    }),
  )
  const [organisation, name] = [parts.get('O'), parts.get('CN')]
  if (organisation === undefined) return name ?? distinguished.replaceAll('\n', ', ')
  return name === undefined ? organisation : `${organisation} ${name}`
}

function namesOf(leaf: X509Certificate): string[] {
  const names = (leaf.subjectAltName ?? '')
    .split(', ')
    .map((entry) => /^(?:DNS|IP Address):(.+)$/.exec(entry)?.[1])
    .filter((name) => name !== undefined)
  return names.length > 0 ? names : [nameIn(leaf.subject)]
}

function pairs(hex: string): string {
  return (hex.toUpperCase().match(/../g) ?? []).join(':')
}
