import type { CertificateProblemKind } from '../../../contract/https-names.ts'

export interface CertificateProblem {
  readonly kind: CertificateProblemKind
  /** The file, as the owner names it. */
  readonly file: string
  /** A name, a date, or the words of the system: by the kind. */
  readonly detail: string
}

/** A certificate that can't be served. */
export class CertificateRefused extends Error {
  override readonly name = 'CertificateRefused'
  readonly problem: CertificateProblem

  constructor(kind: CertificateProblemKind, file: string, detail = '') {
    super(describeProblem({ kind, file, detail }))
    this.problem = { kind, file, detail }
  }
}

const TEXTS: Record<CertificateProblemKind, (file: string, detail: string) => string> = {
  missing: (file) => `${file} does not exist. Check the path: ls -l ${file}`,
  unreadable: (file, detail) =>
    `${file} may not be read by the user of this program (${detail}). Allow it: sudo chgrp $(id -gn) ${file} && sudo chmod g+r ${file}`,
  empty: (file) => `${file} is empty`,
  unknown_form: (file, detail) =>
    `${file} is neither PEM nor DER nor PFX${detail === '' ? '' : ` (${detail})`}. See what it is: openssl x509 -in ${file} -noout -text`,
  no_certificate: (file) => `${file} has no certificate. It is the file that begins with BEGIN CERTIFICATE`,
  no_key: (file) => `${file} has no private key. Name the file that begins with BEGIN PRIVATE KEY`,
  encrypted: (file) =>
    `${file} is encrypted. Enter its pass phrase, or remove it: openssl pkey -in ${file} -out key.pem`,
  wrong_pass_phrase: (file) =>
    `The pass phrase does not open ${file}. Try it: openssl pkey -in ${file} -noout`,
  other_key: (file, detail) =>
    `${detail} is not the key of ${file}. Compare: openssl x509 -in ${file} -noout -pubkey; openssl pkey -in ${detail} -pubout`,
  request: (file) =>
    `${file} is a signing request. Send it to the authority, and name the certificate that comes back`,
  public_key: (file) => `${file} is a public key. Name the private key that was made with it`,
  openssh_key: (file) =>
    `${file} is a key in the form of OpenSSH. Convert a copy: ssh-keygen -p -m PKCS8 -N '' -f ${file}`,
  pkcs7: (file) =>
    `${file} is PKCS #7, which has no key. Take its certificates out: openssl pkcs7 -print_certs -in ${file} -out cert.pem`,
  old_pfx: (file) =>
    `${file} is encrypted by ciphers that are no longer supported. Convert it: openssl pkcs12 -legacy -in ${file} -nodes -out all.pem`,
  weak: (file, detail) =>
    `The key of ${file} is too short (${detail}). Make a new one: openssl ecparam -genkey -name prime256v1 -out key.pem`,
  ended: (file, detail) => `${file} ended on ${detail}. Renew it at the authority that issued it`,
  not_yet: (file, detail) => `${file} is valid from ${detail} on. Check the clock of this machine: date -u`,
  wrong_name: (file, detail) => `${file} is not for ${detail}, so programs that call this name refuse it`,
  no_issuer: (file, detail) =>
    `${file} lacks the certificate of its issuer "${detail}", so many programs refuse it. Append the authority's intermediate certificate: cat intermediate.pem >> ${file}`,
}

/** What is wrong, and the command that mends it. */
export function describeProblem({ kind, file, detail }: CertificateProblem): string {
  return TEXTS[kind](file, detail)
}
