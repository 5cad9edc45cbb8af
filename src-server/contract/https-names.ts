/** Where the certificate of the HTTPS port comes from: nowhere, files or an upload, an authority by ACME. */
export const HTTPS_MODES = ['off', 'files', 'automatic'] as const
export type HttpsMode = (typeof HTTPS_MODES)[number]

/**
 * How the server proves to the authority that a name is its own: a file at port 80, a DNS record by the provider's token,
 * a DNS record that a person sets.
 */
export const CHALLENGES = ['http', 'dns', 'hand'] as const
export type ChallengeKind = (typeof CHALLENGES)[number]

/** The DNS providers whose records the server can set. */
export const DNS_PROVIDERS = ['cloudflare', 'dnspod', 'aliyun'] as const
export type DnsProviderName = (typeof DNS_PROVIDERS)[number]

/** What can be wrong with a certificate and its key. */
export const CERTIFICATE_PROBLEMS = [
  /** There is no such file. */
  'missing',
  /** The file exists, and this user may not read it. */
  'unreadable',
  'empty',
  /** No form that the server knows. */
  'unknown_form',
  'no_certificate',
  'no_key',
  /** The key needs a pass phrase. */
  'encrypted',
  'wrong_pass_phrase',
  /** The key belongs to another certificate. */
  'other_key',
  /** A signing request in place of the certificate. */
  'request',
  /** A public key in place of the private one. */
  'public_key',
  /** A key of OpenSSH's own form. */
  'openssh_key',
  /** PKCS #7 (.p7b): certificates without a key. */
  'pkcs7',
  /** A PFX file with ciphers from before 2010. */
  'old_pfx',
  /** The key is too short for today's programs. */
  'weak',
  'ended',
  'not_yet',
  /** The certificate isn't for the public name. */
  'wrong_name',
  /** The file lacks the certificate of the issuer. */
  'no_issuer',
] as const
export type CertificateProblemKind = (typeof CERTIFICATE_PROBLEMS)[number]

/** The steps of getting a certificate, in their order. */
export const ORDER_STEPS = ['account', 'order', 'proof', 'check', 'issue', 'done'] as const
export type OrderStep = (typeof ORDER_STEPS)[number]

/** Why no certificate came. */
export const ORDER_FAILURES = [
  /** No public name is set, or only an address that no authority certifies. */
  'no_name',
  /** The authority's terms are not agreed to. */
  'terms',
  'unreachable',
  /** The directory's certificate is of an authority that this server doesn't know. */
  'untrusted',
  /** The address is no ACME directory. */
  'no_directory',
  /** The authority asks for a key identifier and a MAC key (external account binding). */
  'binding',
  'contact',
  /** Too many orders: the authority says when to try again. */
  'rate',
  /** The authority doesn't certify this name. */
  'name_refused',
  /** The authority got another answer than the proof, or none. */
  'proof',
  /** The port for the proof can't be opened. */
  'port',
  /** The DNS provider refused the record. */
  'dns_provider',
  /** The record isn't in the DNS. */
  'dns_record',
  /** Stored keys are sealed by another machine. */
  'locked',
  'refused',
] as const
export type OrderFailure = (typeof ORDER_FAILURES)[number]
