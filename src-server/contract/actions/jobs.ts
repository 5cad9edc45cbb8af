import { z } from 'zod'
import { defineAction } from '../action.ts'
import { jobRecord } from '../records/job.ts'

const everyone = ['owner', 'developer', 'agent'] as const

/** What is under way and what ended lately, newest first: one's own, an employer's staff's, for the owner everybody's. */
export const jobList = defineAction({
  name: 'job_list',
  roles: everyone,
  permission: 'self',
  reads: true,
  input: z.strictObject({}),
  output: z.object({ rows: z.array(jobRecord) }),
})

/** Ends a job after the chunk it is at: what it did stays done. 404 for none, 409 for one that ended. */
export const jobCancel = defineAction({
  name: 'job_cancel',
  roles: everyone,
  permission: 'self',
  input: z.strictObject({ id: z.string().min(1).max(64) }),
  output: jobRecord,
})
