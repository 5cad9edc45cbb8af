import { z } from 'zod'

/** Filters, order and columns of a list that somebody kept under a name. Times are Unix seconds. */
export const viewRecord = z.object({
  id: z.int(),
  /** The list it is of, such as `codes`. */
  list: z.string(),
  name: z.string(),
  /** What the screen keeps in its address. */
  query: z.record(z.string(), z.string()),
  /** The columns it shows; none are the usual ones. */
  columns: z.array(z.string()),
  created_at: z.int(),
})
export type ViewRecord = z.output<typeof viewRecord>
