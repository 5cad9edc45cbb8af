import { z } from 'zod'
import { defineAction } from '../action.ts'
import { preferencesChange, preferencesRecord } from '../records/preferences.ts'
import { foundRecord, viewRecord } from '../records/workspace.ts'
import { jobRecord } from '../records/job.ts'
import { naming, referenceTo } from '../reference.ts'

const everyone = ['owner', 'developer', 'agent'] as const
const list = z
  .string()
  .min(1)
  .max(32)
  .regex(/^[a-z_]+$/)
const word = z.string().min(1).max(64)

/** Tools of the console's user: saved views of lists, jobs under way, and the command palette. */
export const WORKSPACE_CONTRACT = {
  /** The caller's own views of a list, by name. */
  view_list: defineAction({
    roles: everyone,
    permission: 'self',
    reads: true,
    input: z.strictObject({ list }),
    output: z.object({ rows: z.array(viewRecord) }),
  }),

  /** Saves a view, in the place of one of the same list and name. 409 where a hundred exist. */
  view_save: defineAction({
    roles: everyone,
    permission: 'self',
    input: z.strictObject({
      list,
      name: z.string().trim().min(1).max(64),
      query: z
        .record(word, z.string().max(256))
        .refine((query) => Object.keys(query).length <= 32, 'at most 32 members'),
      columns: z.array(word).max(64),
    }),
    output: viewRecord,
  }),

  /** 404 for a view of somebody else. */
  view_delete: defineAction({
    roles: everyone,
    permission: 'self',
    input: z.strictObject({ id: referenceTo('view') }),
    output: z.object({}),
  }),

  /** What the caller set in the console: language, colours, columns. `stored` is false before the first change. */
  preferences_get: defineAction({
    roles: everyone,
    permission: 'self',
    reads: true,
    input: z.strictObject({}),
    output: z.object({ preferences: preferencesRecord, stored: z.boolean() }),
  }),

  /**
   * Changes the members that the input names. Columns, views and announcements change name by name. null forgets. The
   * answer has all members. The audit log gets no row.
   */
  preferences_set: defineAction({
    roles: everyone,
    permission: 'self',
    input: preferencesChange,
    output: z.object({ preferences: preferencesRecord }),
  }),

  /** Jobs under way and jobs that ended lately, the newest first: the caller's own and their staff's, for the owner everybody's. */
  job_list: defineAction({
    roles: everyone,
    permission: 'self',
    reads: true,
    input: z.strictObject({}),
    output: z.object({ rows: z.array(jobRecord) }),
  }),

  /** Ends a job after its current chunk. What it did stays done. 404 for an unknown job, 409 for one that ended. */
  job_cancel: defineAction({
    roles: everyone,
    permission: 'self',
    input: z.strictObject({ id: naming('job', z.string().min(1).max(64)) }),
    output: jobRecord,
  }),

  /** Records that the caller sees and whose names begin with a text: at most five of each kind, the exact match first. */
  palette_search: defineAction({
    roles: everyone,
    permission: 'self',
    reads: true,
    input: z.strictObject({ text: z.string().trim().min(2).max(64) }),
    output: z.object({ rows: z.array(foundRecord) }),
  }),
}
