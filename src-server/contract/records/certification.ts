import { z } from 'zod'
import { CERTIFICATION } from '../subjects/platform.ts'
import { recordSchema, writtenShape } from '../subjects/schemas.ts'

/** What of a certification its owner writes. */
export const certificationFields = z.strictObject(writtenShape(CERTIFICATION))

export const certificationRecord = recordSchema(CERTIFICATION, {})
export type CertificationRecord = z.output<typeof certificationRecord>

/** A row of certification_import. */
export const importedCertification = certificationFields
  .partial()
  .required({ product: true, url: true })
  .extend({
    holder: certificationFields.shape.holder.default(''),
    note: certificationFields.shape.note.default(''),
  })
