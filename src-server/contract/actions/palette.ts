import { z } from 'zod'
import { defineAction } from '../action.ts'

export const FOUND_KINDS = ['application', 'code', 'account', 'device', 'developer'] as const

/** A record the palette leads to. */
export const foundRecord = z.object({
  kind: z.enum(FOUND_KINDS),
  /** An application's is its number. */
  id: z.int(),
  label: z.string(),
  /** The application it is in. */
  app: z.int().nullable(),
  app_name: z.string(),
})
export type FoundRecord = z.output<typeof foundRecord>

/** Records whose name begins with a text, in the caller's sight: at most five of each kind, the exact one first. */
export const paletteSearch = defineAction({
  name: 'palette_search',
  roles: ['owner', 'developer', 'agent'],
  permission: 'self',
  reads: true,
  input: z.strictObject({ text: z.string().trim().min(2).max(64) }),
  output: z.object({ rows: z.array(foundRecord) }),
})
