import { z } from 'zod'

/** A token with which a program calls console actions. Times are Unix seconds. */
export const apiTokenRecord = z.object({
  id: z.int(),
  name: z.string(),
  /** The names of the actions that it may call. */
  actions: z.array(z.string()),
  /** The applications that it may see. null for all of the caller's. */
  apps: z.array(z.int()).nullable(),
  created_at: z.int(),
  expires_at: z.int(),
  /** null for never. Stored once a minute. */
  last_used_at: z.int().nullable(),
  last_ip: z.string(),
})
export type ApiTokenRecord = z.output<typeof apiTokenRecord>
