import { z } from 'zod'
import { CERTIFICATION } from '../subjects/platform.ts'
import { createShape, recordSchema, writtenShape } from '../subjects/schemas.ts'

/** The members of a certification that the owner writes. */
export const certificationFields = z.strictObject(writtenShape(CERTIFICATION))

export const certificationRecord = recordSchema(CERTIFICATION, {})
export type CertificationRecord = z.output<typeof certificationRecord>

/** A row of certification_import. */
export const importedCertification = z.strictObject({
  ...createShape(CERTIFICATION),
  holder: certificationFields.shape.holder.default(''),
  note: certificationFields.shape.note.default(''),
})
