import { z } from 'zod'
import { defineAction } from '../action.ts'
import { httpsState } from '../records/https.ts'

const owner = ['owner'] as const
const permission = 'platform'
/** Base64 of a file of at most 64 KB. */
const file = z
  .base64()
  .min(1)
  .max(Math.ceil(65_536 / 3) * 4, 'at most 64 KB')
const fileName = z.string().trim().max(255)

export const HTTPS_CONTRACT = {
  /** What HTTPS serves now, the order under way, and what is wrong. */
  https_get: defineAction({
    roles: owner,
    permission,
    reads: true,
    input: z.strictObject({}),
    output: httpsState,
  }),

  /**
   * Keeps a certificate and its key, in any usual form: they are served in mode `files` without a path. 422 names the file and
   * the kind of problem.
   */
  https_upload: defineAction({
    roles: owner,
    permission,
    stepUp: true,
    input: z.strictObject({
      cert: file,
      cert_name: fileName.default('cert.pem'),
      /** Left out where the first file has the key. */
      key: file.optional(),
      key_name: fileName.default('key.pem'),
      pass_phrase: z.string().max(512).default(''),
    }),
    output: httpsState,
  }),

  /** Orders a certificate now. During an order it looks at the DNS records now. */
  https_order: defineAction({
    roles: owner,
    permission,
    input: z.strictObject({}),
    output: httpsState,
  }),

  /** Asks an authority for its terms, before they are agreed to. 422 says why it doesn't answer. */
  https_directory: defineAction({
    roles: owner,
    permission,
    reads: true,
    input: z.strictObject({
      directory: z
        .string()
        .trim()
        .max(400)
        .refine((text) => URL.parse(text)?.protocol === 'https:', 'an address that begins with https://'),
    }),
    output: z.object({
      /** Empty: the authority has none. */
      terms: z.string(),
      /** Whether it asks for external account binding. */
      needs_binding: z.boolean(),
    }),
  }),

  /** Trusts the certificates of a file in addition to the usual ones, for everything that the server calls. */
  authority_add: defineAction({
    roles: owner,
    permission,
    stepUp: true,
    input: z.strictObject({ data: file }),
    output: httpsState,
  }),

  authority_remove: defineAction({
    roles: owner,
    permission,
    stepUp: true,
    input: z.strictObject({ sha256: z.string().regex(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/, 'a fingerprint') }),
    output: httpsState,
  }),
}
