import { z } from 'zod'

/** Members by name, as they were or as they are. Secrets are never in it. */
const members = z.record(z.string(), z.unknown()).nullable()

/** A change as the audit log keeps it. Times are Unix seconds. */
export const auditRecord = z.object({
  id: z.int(),
  at: z.int(),
  /** 0 and `server` for what the server did by itself. */
  person: z.int(),
  person_name: z.string(),
  role: z.enum(['owner', 'developer', 'agent', 'staff', 'server']),
  ip: z.string(),
  /** The console action, or a word for what the server did by itself. */
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  /** How people call it. */
  subject_label: z.string(),
  app: z.int().nullable(),
  /** Only what differs; null where there is nothing, such as before a creation. */
  before: members,
  after: members,
  /** sha256 over the row before and this one, hex. */
  hash: z.string(),
})
export type AuditRecord = z.output<typeof auditRecord>

/** What a check of the whole chain found. */
export const verificationRecord = z.object({
  ok: z.boolean(),
  /** Rows that were looked at. */
  rows: z.int(),
  /** The first row that doesn't fit; null when all do. */
  broken_at: z.int().nullable(),
  /** `changed`: it or one before it was changed, put in or taken out; `cut`: rows are missing at the end. */
  reason: z.enum(['changed', 'cut']).nullable(),
  /** The last row's hash: noted elsewhere, it tells later whether everything up to there is as it was. */
  head: z.string(),
  at: z.int(),
  by: z.string(),
})
export type VerificationRecord = z.output<typeof verificationRecord>
