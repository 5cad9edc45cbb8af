import { z } from 'zod'
import { ANNOUNCEMENT_STATES, AUDIENCES } from '../platform-names.ts'

/** An announcement of the owner to operators who sign in. */
export const announcementFields = z.strictObject({
  title: z.string().trim().min(1).max(100),
  text: z.string().trim().max(4000),
  audience: z.enum(AUDIENCES),
  starts_at: z.int().min(0).max(4_102_444_800),
  /** Unix seconds. null never ends. */
  ends_at: z.int().min(0).max(4_102_444_800).nullable(),
})

export const announcementRecord = announcementFields.extend({
  id: z.int(),
  created_by: z.string(),
  created_at: z.int(),
  state: z.enum(ANNOUNCEMENT_STATES),
})
export type AnnouncementRecord = z.output<typeof announcementRecord>
