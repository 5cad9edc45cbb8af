import { z } from 'zod'

export const FILE_KINDS = ['direct', 'share'] as const

/** The members of a file that its developer writes. */
export const fileFields = z.strictObject({
  /** `share`: a page of a file-sharing service that leads to the file. */
  kind: z.enum(FILE_KINDS),
  url: z.url({ protocol: /^https?$/, error: 'an address that begins with http:// or https://' }).max(2048),
  /** A shared page's access password. */
  password: z.string().max(64),
  note: z.string().max(255),
  enabled: z.boolean(),
})

export const fileRecord = fileFields.extend({
  id: z.int(),
  app: z.int(),
  /** The address that a shared link leads to. Empty while unknown. */
  resolved_url: z.string(),
  resolved_at: z.int().nullable(),
  /** Why the last attempt to resolve it failed. */
  resolve_error: z.string(),
  created_at: z.int(),
})
export type FileRecord = z.output<typeof fileRecord>
