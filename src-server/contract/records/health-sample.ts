import { z } from 'zod'

/** The server's state in a step of time. */
export const healthSample = z.object({
  /** The beginning of the step, Unix seconds. */
  at: z.int(),
  /** Calls of api.php, and answers with a status of 500 and above, a second: the mean of the step. */
  calls: z.number(),
  errors: z.number(),
  /** The worst of the step, milliseconds: the time of 99 of 100 answers, and the event loop's delay. */
  p99: z.number().nullable(),
  lag: z.number(),
  /** Bytes at most: of the process, and of both databases. */
  memory: z.number(),
  disk_used: z.number(),
  /** Bytes at least. */
  disk_free: z.number(),
  /** The worst of the step, milliseconds: a durable write, and a hand-over to the telemetry thread. */
  commit: z.number().nullable(),
  telemetry: z.number().nullable(),
  /** The mean of the step. */
  online: z.number(),
})
export type HealthSample = z.output<typeof healthSample>
