import { z } from 'zod'
import { ANNOUNCEMENT } from '../subjects/platform.ts'
import { recordSchema, writtenShape } from '../subjects/schemas.ts'

/** What the owner says to those who sign in. */
export const announcementFields = z.strictObject(writtenShape(ANNOUNCEMENT))

export const announcementRecord = recordSchema(ANNOUNCEMENT, {})
export type AnnouncementRecord = z.output<typeof announcementRecord>
