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
