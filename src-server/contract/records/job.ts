import { z } from 'zod'

export const JOB_STATES = ['running', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof JOB_STATES)[number]

/** Work that continues after its call was answered. Times are Unix seconds. */
export const jobRecord = z.object({
  id: z.string(),
  /** The action that started it. */
  kind: z.string(),
  state: z.enum(JOB_STATES),
  done: z.int(),
  total: z.int(),
  /** Rows among `done` that stayed unchanged. */
  skipped: z.int(),
  /** Who started it. */
  by: z.string(),
  started_at: z.int(),
  ended_at: z.int().nullable(),
})
export type JobRecord = z.output<typeof jobRecord>
