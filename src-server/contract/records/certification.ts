import { z } from 'zod'
import { CERTIFICATION_STATES } from '../platform-names.ts'

/** The members of a certification that the owner writes. */
export const certificationFields = z.strictObject({
  /** `proid` of the self-service action `rzquery`. */
  product: z.string().trim().min(1).max(64),
  /** A host, with its port unless it is a default port. A whole address is shortened to its host. */
  url: z.string().trim().min(1).max(255),
  holder: z.string().trim().max(100),
  note: z.string().trim().max(255),
  /** Unix seconds. null never ends. */
  expires_at: z.int().min(0).max(4_102_444_800).nullable(),
  disabled: z.boolean(),
})

export const certificationRecord = certificationFields.extend({
  id: z.int(),
  created_at: z.int(),
  state: z.enum(CERTIFICATION_STATES),
})
export type CertificationRecord = z.output<typeof certificationRecord>

/** A row of certification_import. */
export const importedCertification = certificationFields
  .partial()
  .required({ product: true, url: true })
  .extend({
    holder: certificationFields.shape.holder.default(''),
    note: certificationFields.shape.note.default(''),
  })
