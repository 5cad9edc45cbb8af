import { z } from 'zod'
import { ANNOUNCEMENT } from '../subjects/platform.ts'
import { recordSchema, writtenShape } from '../subjects/schemas.ts'

/** An announcement of the owner to operators who sign in. */
export const announcementFields = z.strictObject(writtenShape(ANNOUNCEMENT))

export const announcementRecord = recordSchema(ANNOUNCEMENT, {})
export type AnnouncementRecord = z.output<typeof announcementRecord>
