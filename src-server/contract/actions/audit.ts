import { z } from 'zod'
import { defineAction } from '../action.ts'
import { listInput, listOutput } from '../paging.ts'
import { auditRecord, verificationRecord } from '../records/audit.ts'
import { exportInput, exportOutput } from '../records/export.ts'
import { AUDIT } from '../subjects/platform.ts'
import { filterShape } from '../subjects/schemas.ts'

const everyone = ['owner', 'developer', 'agent'] as const

const auditFilter = filterShape(AUDIT)

/** The newest first. The owner sees all, a developer what is his, an agent what he did himself. */
export const auditList = defineAction({
  name: 'audit_list',
  roles: everyone,
  permission: 'audit',
  reads: true,
  input: listInput(AUDIT.sorts, auditFilter),
  output: listOutput(auditRecord),
})

/** One row, in the caller's sight; 404 otherwise. */
export const auditGet = defineAction({
  name: 'audit_get',
  roles: everyone,
  permission: 'audit',
  reads: true,
  input: z.strictObject({ id: z.int().min(1) }),
  output: auditRecord,
})

/** What a row may say was done: the actions that change something. */
export const auditActions = defineAction({
  name: 'audit_actions',
  roles: everyone,
  permission: 'audit',
  reads: true,
  input: z.strictObject({}),
  output: z.object({ names: z.array(z.string()) }),
})

/** A row a line or an array of them, the oldest first, in pieces. */
export const auditExport = defineAction({
  name: 'audit_export',
  roles: everyone,
  permission: 'audit',
  reads: true,
  input: exportInput(auditFilter),
  output: exportOutput,
})

/** Goes through the whole chain. A long one is a job: when it has ended, `last` says what it found. */
export const auditVerify = defineAction({
  name: 'audit_verify',
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
})
