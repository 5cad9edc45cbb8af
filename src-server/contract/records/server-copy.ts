import { z } from 'zod'

/** A copy of a server that runs as several processes over one database. */
export const serverCopy = z.object({
  /** Random, made at each start. */
  name: z.string(),
  /** The machine's name, and the number of the process there. */
  host: z.string(),
  process: z.int(),
  version: z.string(),
  /** Unix seconds, by the clock of the database. */
  started_at: z.int(),
  /** Milliseconds since its last sign of life. */
  silent_ms: z.int(),
  /** The delay of its memory behind the database at its last sign, milliseconds. */
  lag_ms: z.int(),
  /** The lead of its clock over the database's, milliseconds. */
  clock_ms: z.int(),
  /** Whether it sends messages, watches and tidies for all. */
  steward: z.boolean(),
  /** Whether it gave this answer. */
  here: z.boolean(),
})
export type ServerCopy = z.output<typeof serverCopy>
