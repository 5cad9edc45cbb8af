import { z } from 'zod'

const FOUND_KINDS = ['application', 'code', 'account', 'device', 'developer'] as const

/** A record that the command palette opens. */
export const foundRecord = z.object({
  kind: z.enum(FOUND_KINDS),
  /** For an application it is the application's number. */
  id: z.int(),
  label: z.string(),
  /** The application of the record. */
  app: z.int().nullable(),
  app_name: z.string(),
})
export type FoundRecord = z.output<typeof foundRecord>
