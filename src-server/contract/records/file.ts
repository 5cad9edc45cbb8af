import { z } from 'zod'
import { FILE } from '../subjects/platform.ts'
import { recordSchema, writtenShape } from '../subjects/schemas.ts'

const address = z.url({ protocol: /^https?$/, error: 'an address that begins with http:// or https://' })

/** The members of a file that its developer writes. */
export const fileFields = z.strictObject({ ...writtenShape(FILE), url: address.max(FILE.fields.url.max) })

export const fileRecord = recordSchema(FILE, {})
export type FileRecord = z.output<typeof fileRecord>
