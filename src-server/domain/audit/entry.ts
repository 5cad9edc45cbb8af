import type { Role } from '../../contract/permissions.ts'

/** The role in which a person acted. Staff act for their employer. */
export type AuditRole = Role | 'staff' | 'server'

/** An entry of the audit log. Times are Unix seconds. */
export interface AuditEntry {
  readonly at: number
  /** 0 and `server` for an act of the server itself. */
  readonly personId: number
  readonly personName: string
  readonly role: AuditRole
  readonly ip: string
  readonly action: string
  readonly subjectKind: string
  readonly subjectId: string
  readonly subjectLabel: string
  readonly appId: number | null
  /** The developer the subject belongs to. null for the platform's own. */
  readonly ownerId: number | null
  /** JSON without secrets. Empty for none. */
  readonly before: string
  readonly after: string
}

export interface AuditRow extends AuditEntry {
  readonly id: number
  readonly hash: string
}
