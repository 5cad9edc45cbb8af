import type { Role } from '../../contract/roles.ts'

/** As what somebody acted: staff act for their employer. */
export type AuditRole = Role | 'staff' | 'server'

/** A change as the audit log keeps it. Times are Unix seconds. */
export interface AuditEntry {
  readonly at: number
  /** 0 and `server` for what the server did by itself. */
  readonly personId: number
  readonly personName: string
  readonly role: AuditRole
  readonly ip: string
  readonly action: string
  readonly subjectKind: string
  readonly subjectId: string
  readonly subjectLabel: string
  readonly appId: number | null
  /** The developer the subject belongs to; null for the platform's own. */
  readonly ownerId: number | null
  /** JSON, without secrets; empty where there is nothing. */
  readonly before: string
  readonly after: string
}

export interface AuditRow extends AuditEntry {
  readonly id: number
  readonly hash: string
}
