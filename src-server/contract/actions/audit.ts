import { z } from 'zod'
import { defineAction } from '../action.ts'
import { listInput, listOutput } from '../paging.ts'
import { auditRecord, verificationRecord } from '../records/audit.ts'
import { exportInput, exportOutput } from '../records/export.ts'
import { referenceTo } from '../reference.ts'
import { AUDIT } from '../subjects/platform.ts'
import { filterShape } from '../subjects/schemas.ts'

const everyone = ['owner', 'developer', 'agent'] as const

const auditFilter = filterShape(AUDIT)

export const AUDIT_CONTRACT = {
  /** The newest first. The owner sees every row, a developer the rows about their things, an agent the rows of its own acts. */
  audit_list: defineAction({
    roles: everyone,
    permission: 'audit',
    reads: true,
    input: listInput(AUDIT.sorts, auditFilter),
    output: listOutput(auditRecord),
  }),

  /** One row; 404 for a row that the caller doesn't see. */
  audit_get: defineAction({
    roles: everyone,
    permission: 'audit',
    reads: true,
    input: z.strictObject({ id: referenceTo('audit') }),
    output: auditRecord,
  }),

  /** The names that rows may have: the actions that change something. */
  audit_actions: defineAction({
    roles: everyone,
    permission: 'audit',
    reads: true,
    input: z.strictObject({}),
    output: z.object({ names: z.array(z.string()) }),
  }),

  /** The rows as a file, the oldest first, in pieces: one line a row, or one array. */
  audit_export: defineAction({
    roles: everyone,
    permission: 'audit',
    reads: true,
    input: exportInput(auditFilter),
    output: exportOutput,
  }),

  /** Checks the whole chain. A long check is a job: `last` answers its finding when it has ended. */
  audit_verify: defineAction({
    roles: ['owner'],
    permission: 'audit',
    reads: true,
    input: z.strictObject({
      /** true: only answers the finding of the last check since the server started. */
      last: z.boolean().default(false),
    }),
    output: z.object({
      /** null before the first check, and during one. */
      verification: verificationRecord.nullable(),
      job: z.string().optional(),
    }),
  }),
}
