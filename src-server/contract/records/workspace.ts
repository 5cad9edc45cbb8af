import { z } from 'zod'

/** Filters, order and columns of a list that a person saved under a name. Times are Unix seconds. */
export const viewRecord = z.object({
  id: z.int(),
  /** The list, such as `codes`. */
  list: z.string(),
  name: z.string(),
  /** The query in the screen's address. */
  query: z.record(z.string(), z.string()),
  /** The visible columns. Empty means the default ones. */
  columns: z.array(z.string()),
  created_at: z.int(),
})
export type ViewRecord = z.output<typeof viewRecord>

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
