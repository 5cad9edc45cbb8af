import { z } from 'zod'
import { defineAction } from '../action.ts'
import { listInput, listOutput } from '../paging.ts'
import { auditRecord, verificationRecord } from '../records/audit.ts'
import { exportInput, exportOutput } from '../records/export.ts'

const everyone = ['owner', 'developer', 'agent'] as const

const auditFilter = {
  app: z.int(),
  /** Who did it. */
  person: z.int(),
  action: z.string().max(64),
  subject_kind: z.string().max(32),
  /** Together with its kind. */
  subject_id: z.string().max(256),
  /** Unix seconds, inclusive and exclusive. */
  from: z.int().min(0),
  to: z.int().min(0),
}

export const AUDIT_CONTRACT = {
  /** The newest first. The owner sees all, a developer what is his, an agent what he did himself. */
  audit_list: defineAction({
    roles: everyone,
    permission: 'audit',
    reads: true,
    input: listInput(['id'], auditFilter),
    output: listOutput(auditRecord),
  }),

  /** One row, in the caller's sight; 404 otherwise. */
  audit_get: defineAction({
    roles: everyone,
    permission: 'audit',
    reads: true,
    input: z.strictObject({ id: z.int().min(1) }),
    output: auditRecord,
  }),

  /** What a row may say was done: the actions that change something. */
  audit_actions: defineAction({
    roles: everyone,
    permission: 'audit',
    reads: true,
    input: z.strictObject({}),
    output: z.object({ names: z.array(z.string()) }),
  }),

  /** A row a line or an array of them, the oldest first, in pieces. */
  audit_export: defineAction({
    roles: everyone,
    permission: 'audit',
    reads: true,
    input: exportInput(auditFilter),
    output: exportOutput,
  }),

  /** Goes through the whole chain. A long one is a job: when it has ended, `last` says what it found. */
  audit_verify: defineAction({
    roles: ['owner'],
    permission: 'audit',
    reads: true,
    input: z.strictObject({
      /** true: only what the last check found since the server started. */
      last: z.boolean().default(false),
    }),
    output: z.object({
      /** null while there was none, or it is under way. */
      verification: verificationRecord.nullable(),
      job: z.string().optional(),
    }),
  }),
}
