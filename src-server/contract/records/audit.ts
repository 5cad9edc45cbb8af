import { z } from 'zod'

/** Members by name, before or after. Never holds secrets. */
const members = z.record(z.string(), z.unknown()).nullable()

/** An entry of the audit log. Times are Unix seconds. */
export const auditRecord = z.object({
  id: z.int(),
  at: z.int(),
  /** 0 and `server` for an act of the server itself. */
  person: z.int(),
  person_name: z.string(),
  role: z.enum(['owner', 'developer', 'agent', 'staff', 'server']),
  ip: z.string(),
  /** The console action, or a word for an act of the server. */
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  /** The subject's name for people. */
  subject_label: z.string(),
  app: z.int().nullable(),
  /** Only the members that differ. null for none, such as before a creation. */
  before: members,
  after: members,
  /** sha256 over the previous row's hash and this row, hex. */
  hash: z.string(),
})
export type AuditRecord = z.output<typeof auditRecord>

/** The result of verifying the whole chain. */
export const verificationRecord = z.object({
  ok: z.boolean(),
  /** The number of verified rows. */
  rows: z.int(),
  /** The first row that doesn't fit. null when all fit. */
  broken_at: z.int().nullable(),
  /**
   * `changed`: this row or an earlier one was changed, inserted or removed. `cut`: rows are missing at the
   * end.
   */
  reason: z.enum(['changed', 'cut']).nullable(),
  /** The last row's hash. Recorded elsewhere, it later proves that all rows up to there are unchanged. */
  head: z.string(),
  at: z.int(),
  by: z.string(),
})
export type VerificationRecord = z.output<typeof verificationRecord>
