import type { KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { CertificateRefused } from './certificate-problem.ts'
import { isSelfIssued, type TlsIdentity, type TlsMaterial } from './identity.ts'
import { presentedBy } from './presented-by.ts'
import { readContent, type FileContent, type GivenFile, type GivenKey } from './read-blocks.ts'

/**
 * Reads a certificate and its key from files of any usual form: PEM in any order and one file or two, DER, PFX, also
 * encrypted.
 * @param key undefined where the key is in the first file
 * @throws CertificateRefused
 */
export async function readIdentity(
  cert: GivenFile,
  key: GivenFile | undefined,
  passPhrase: string,
): Promise<TlsIdentity> {
  const content = [cert, key].filter((file) => file !== undefined).map(readFilled)
  const pfx = content.find((read) => read.pfx !== undefined)?.pfx
  if (pfx !== undefined) return readPfx(cert.name, pfx, passPhrase)
  const certificates = content.flatMap((read) => read.certificates)
  if (certificates.length === 0) throw refuse(content[0], cert, 'no_certificate')
  const keys = content.flatMap((read) => read.keys)
  const keyFile = key ?? cert
  if (keys.length === 0) throw refuse(content.at(-1), keyFile, 'no_key')
  const [leaf, opened] = findPair(certificates, keys, passPhrase, cert.name)
  const chain = chainFrom(leaf, certificates)
  const material = {
    cert: chain.map(String).join(''),
    key: String(opened.export({ type: 'pkcs8', format: 'pem' })),
  }
  requireServable(material, cert.name)
  return { material, chain, leaf }
}

function readFilled(file: GivenFile): FileContent {
  if (file.bytes.length === 0) throw new CertificateRefused('empty', file.name)
  return readContent(file)
}

function refuse(
  read: FileContent | undefined,
  { name }: GivenFile,
  missing: 'no_certificate' | 'no_key',
): CertificateRefused {
  if (read?.instead !== undefined) return new CertificateRefused(read.instead, name)
  const isKnown = read !== undefined && read.certificates.length + read.keys.length > 0
  return new CertificateRefused(isKnown ? missing : 'unknown_form', name)
}

/** The key, and the certificate that it belongs to. */
function findPair(
  certificates: readonly X509Certificate[],
  keys: readonly GivenKey[],
  passPhrase: string,
  file: string,
): [X509Certificate, KeyObject] {
  for (const key of keys) {
    const opened = openKey(key, passPhrase)
    const leaf = certificates.find((certificate) => certificate.checkPrivateKey(opened))
    if (leaf !== undefined) return [leaf, opened]
  }
  throw new CertificateRefused('other_key', file, keys[0]?.file)
}

function openKey(key: GivenKey, passPhrase: string): KeyObject {
  if (key.isEncrypted && passPhrase === '') throw new CertificateRefused('encrypted', key.file)
  try {
    return key.open(passPhrase)
  } catch (error) {
    if (key.isEncrypted) throw new CertificateRefused('wrong_pass_phrase', key.file)
    throw new CertificateRefused('unknown_form', key.file, textOf(error))
  }
}

/** The certificate and its issuers, without the root: clients have it, or don't trust it. */
function chainFrom(leaf: X509Certificate, all: readonly X509Certificate[]): X509Certificate[] {
  const chain = [leaf]
  for (let last = leaf; !isSelfIssued(last);) {
    const issuer = all.find((other) => !chain.includes(other) && last.checkIssued(other))
    if (issuer === undefined || isSelfIssued(issuer)) break
    chain.push(issuer)
    last = issuer
  }
  return chain
}

async function readPfx(file: string, pfx: Buffer, passphrase: string): Promise<TlsIdentity> {
  const material = { pfx, passphrase }
  try {
    createSecureContext(material)
  } catch (error) {
    throw pfxRefusal(file, passphrase, textOf(error))
  }
  requireServable(material, file)
  const [leaf, ...issuers] = await presentedBy(material)
  if (leaf === undefined) throw new CertificateRefused('no_certificate', file)
  return { material, leaf, chain: [leaf, ...issuers] }
}

function pfxRefusal(file: string, passphrase: string, said: string): CertificateRefused {
  if (/mac verify|password|incorrect/i.test(said))
    return new CertificateRefused(passphrase === '' ? 'encrypted' : 'wrong_pass_phrase', file)
  if (/unsupported|unknown/i.test(said)) return new CertificateRefused('old_pfx', file)
  if (/too small|weak/i.test(said)) return new CertificateRefused('weak', file, said)
  return new CertificateRefused('unknown_form', file, said)
}

function requireServable(material: TlsMaterial, file: string): void {
  try {
    createSecureContext(material)
  } catch (error) {
    const said = textOf(error)
    throw new CertificateRefused(/too small|weak/i.test(said) ? 'weak' : 'unknown_form', file, said)
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
