import { z } from 'zod'
import { CERTIFICATION_STATES } from '../platform-names.ts'

/** What of a certification its owner writes. */
export const certificationFields = z.strictObject({
  /** `proid` of the self-service action `rzquery`. */
  product: z.string().trim().min(1).max(64),
  /** A host, with its port where it isn't the usual one; a whole address is cut down to it. */
  url: z.string().trim().min(1).max(255),
  holder: z.string().trim().max(100),
  note: z.string().trim().max(255),
  /** Unix seconds; null never ends. */
  expires_at: z.int().min(0).max(4_102_444_800).nullable(),
  disabled: z.boolean(),
})

export const certificationRecord = certificationFields.extend({
  id: z.int(),
  created_at: z.int(),
  state: z.enum(CERTIFICATION_STATES),
})
export type CertificationRecord = z.output<typeof certificationRecord>

/** A line of certification_import. */
export const importedCertification = certificationFields
  .partial()
  .required({ product: true, url: true })
  .extend({
    holder: certificationFields.shape.holder.default(''),
    note: certificationFields.shape.note.default(''),
  })
