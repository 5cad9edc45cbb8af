import { z } from 'zod'
import { CERTIFICATE_PROBLEMS, HTTPS_MODES, ORDER_FAILURES, ORDER_STEPS } from '../https-names.ts'

/** A certificate as people compare and read it. Times are Unix seconds. */
export const certificateFacts = z.object({
  names: z.array(z.string()),
  issuer: z.string(),
  from: z.int(),
  until: z.int(),
  /** SHA-256 of the certificate, hexadecimal pairs with colons. */
  sha256: z.string(),
  /** SHA-256 of its public key, which stays the same as long as the key does. */
  key_sha256: z.string(),
  self_signed: z.boolean(),
})
export type CertificateFacts = z.output<typeof certificateFacts>

/** `detail` is a name, a date or the system's words, by the kind. */
export const certificateProblem = z.object({
  kind: z.enum(CERTIFICATE_PROBLEMS),
  file: z.string(),
  detail: z.string(),
})

const servedCertificate = certificateFacts.extend({
  /** `public`: the plain port speaks HTTPS itself, by the files of its own settings. */
  door: z.enum(['public', 'https']),
  source: z.enum(['files', 'uploaded', 'automatic']),
  warnings: z.array(certificateProblem),
})

export const httpsState = z.object({
  mode: z.enum(HTTPS_MODES),
  /** The address of the HTTPS listener on this machine. Empty while it isn't open. */
  url: z.string(),
  port_problem: z.string().nullable(),
  served: z.array(servedCertificate),
  /** Why the files can't be used now. An older certificate may be served meanwhile. */
  problem: certificateProblem.nullable(),
  /** The names that the next certificate will have. */
  names: z.array(z.string()),
  /** When the server renews the certificate by itself. */
  renews_at: z.int().nullable(),
  order: z
    .object({
      step: z.enum(ORDER_STEPS),
      started_at: z.int(),
      /** The records that prove the names, for a person to set. `seen`: the DNS has it. */
      records: z.array(z.object({ name: z.string(), value: z.string(), seen: z.boolean() })),
    })
    .nullable(),
  /** The last order, where it failed. */
  failure: z
    .object({
      kind: z.enum(ORDER_FAILURES),
      detail: z.string(),
      at: z.int(),
      times: z.int(),
      next_try: z.int(),
    })
    .nullable(),
  /** Authorities that the owner added. */
  authorities: z.array(z.object({ name: z.string(), sha256: z.string(), until: z.int() })),
})
export type HttpsState = z.output<typeof httpsState>
