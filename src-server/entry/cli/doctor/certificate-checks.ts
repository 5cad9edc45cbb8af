import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { PlatformSettings } from '../../../contract/records/settings.ts'
import { CertificateRefused } from '../../../services/https/files/certificate-problem.ts'
import { factsOf } from '../../../services/https/files/identity.ts'
import { readContent } from '../../../services/https/files/read-blocks.ts'
import { CertificateFiles } from '../../../services/https/files/read-files.ts'
import { textOf, type Check } from './check.ts'

const DAY = 86_400
const SOON = 14 * DAY

interface Stored {
  readonly listeners: PlatformSettings['listeners']
  readonly https: PlatformSettings['https']
  /** Certificates in the data, PEM, by where they come from. */
  readonly chains: Readonly<Partial<Record<'uploaded' | 'automatic', string>>>
}

/** Whether the certificates of the settings can be used, for how long, and their fingerprints. */
export async function checkCertificates(stored: Stored | undefined, now: number): Promise<Check[]> {
  if (stored === undefined || (stored.listeners.tls_cert === '' && stored.https.mode === 'off'))
    return [{ check: 'certificate', state: 'ok', text: 'none is set: the public address speaks plain HTTP' }]
  const { listeners, https, chains } = stored
  const checks: Check[] = []
  if (listeners.tls_cert !== '')
    checks.push(await checkFiles('certificate', listeners.tls_cert, listeners.tls_key, now))
  if (https.mode === 'files' && https.cert !== '')
    checks.push(await checkFiles('https', https.cert, https.key, now))
  else if (https.mode !== 'off') {
    const chain = chains[https.mode === 'files' ? 'uploaded' : 'automatic']
    checks.push(
      chain === undefined
        ? { check: 'https', state: 'warn', text: 'there is no certificate yet. Settings, HTTPS says why' }
        : describe('https', 'the stored certificate', new X509Certificate(chain), now),
    )
  }
  return checks
}

async function checkFiles(check: string, cert: string, key: string, now: number): Promise<Check> {
  try {
    const files = new CertificateFiles((path) => readFileSync(path))
    const { leaf } = await files.read({ cert, key, passPhrase: '' })
    return describe(check, cert, leaf, now)
  } catch (error) {
    // The pass phrase is sealed: only the server opens it.
    const isClosed = error instanceof CertificateRefused && error.problem.kind === 'encrypted'
    const [leaf] = isClosed ? readContent({ name: cert, bytes: readFileSync(cert) }).certificates : []
    return leaf === undefined
      ? { check, state: 'bad', text: textOf(error) }
      : describe(check, cert, leaf, now)
  }
}

function describe(check: string, name: string, leaf: X509Certificate, now: number): Check {
  const { names, until, sha256, key_sha256: key } = factsOf(leaf)
  const prints = `SHA-256 ${sha256}, of its key ${key}`
  if (until <= now) return { check, state: 'bad', text: `${name} ended on ${leaf.validTo}. ${prints}` }
  const text = `${name} is for ${names.join(', ')}, valid until ${leaf.validTo}. ${prints}`
  return { check, state: until < now + SOON ? 'warn' : 'ok', text }
}
