import { z } from 'zod'
import { KIT_LINK_STATES, KIT_TYPES } from '../application-names.ts'

export const kitRecord = z.object({
  type: z.enum(KIT_TYPES),
  files: z.array(z.string()),
  /** Whether it speaks the application's encryption. */
  speaks: z.boolean(),
})
export type KitRecord = z.output<typeof kitRecord>

/** A link by which anybody can download a kit. Its token is in the link alone. */
export const kitLinkRecord = z.object({
  id: z.int(),
  type: z.enum(KIT_TYPES),
  state: z.enum(KIT_LINK_STATES),
  used: z.int(),
  max_uses: z.int(),
  created_by: z.string(),
  created_at: z.int(),
  expires_at: z.int(),
  last_used_at: z.int().nullable(),
})
export type KitLinkRecord = z.output<typeof kitLinkRecord>
