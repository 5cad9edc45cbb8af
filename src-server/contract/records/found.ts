import { z } from 'zod'

const FOUND_KINDS = ['application', 'code', 'account', 'device', 'developer'] as const

/** A record that the command palette leads to. */
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
