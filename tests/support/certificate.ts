import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A self-signed certificate of 127.0.0.1, PEM. */
export function makeCertificate(days = 2): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'pulsekey-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
  ]
  const of = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', String(days)]
  try {
    execFileSync('openssl', ['req', '-x509', ...made, ...of], { stdio: 'pipe' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Another self-signed certificate of 127.0.0.1 for the same key. */
export function renewCertificate(privateKey: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'pulsekey-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const of = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
  try {
    writeFileSync(key, privateKey, { mode: 0o600 })
    execFileSync('openssl', ['req', '-x509', '-key', key, '-out', cert, ...of], { stdio: 'pipe' })
    return readFileSync(cert, 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
