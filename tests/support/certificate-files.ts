import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Certificates and keys in a folder, as openssl makes them. */
export class CertificateFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'pulsekey-certificates-'))

  at(name: string): string {
    return join(this.path, name)
  }

  openssl(...args: readonly string[]): void {
    execFileSync('openssl', args, { cwd: this.path, stdio: 'pipe' })
  }

  read(name: string): Buffer {
    return readFileSync(this.at(name))
  }

  write(name: string, content: string | Buffer): string {
    writeFileSync(this.at(name), content)
    return this.at(name)
  }

  /** `<name>.key`, an elliptic key, and `<name>.pem`, a certificate that signs itself. */
  authority(name: string): void {
    this.#key(name)
    const may = ['-addext', 'keyUsage=keyCertSign']
    this.openssl(
      'req',
      '-x509',
      '-key',
      `${name}.key`,
      '-subj',
      `/O=Test/CN=${name}`,
      '-days',
      '30',
      '-out',
      `${name}.pem`,
      ...may,
    )
  }

  /** `<name>.key` and `<name>.pem`, signed by an authority of this folder. */
  issue(
    name: string,
    by: string,
    extensions = 'subjectAltName=DNS:ea.example.com,DNS:localhost,IP:127.0.0.1',
    days = '30',
  ): void {
    this.#key(name)
    this.write(`${name}.ext`, extensions)
    this.openssl('req', '-new', '-key', `${name}.key`, '-subj', `/CN=${name}`, '-out', `${name}.csr`)
    const signer = ['-CA', `${by}.pem`, '-CAkey', `${by}.key`, '-CAcreateserial']
    this.openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      ...signer,
      '-days',
      days,
      '-extfile',
      `${name}.ext`,
      '-out',
      `${name}.pem`,
    )
  }

  #key(name: string): void {
    this.openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', `${name}.key`)
  }

  remove(): void {
    rmSync(this.path, { recursive: true })
  }
}
