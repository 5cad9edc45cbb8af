import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { AuditEntry, AuditRow } from '../../domain/audit/entry.ts'
import type { AUDIT } from '../../contract/subjects/platform.ts'
import type { FilterOf } from '../../contract/subjects/subject.ts'

export type AuditFilter = FilterOf<typeof AUDIT>

type Viewer = Pick<Actor, 'role' | 'operatorId' | 'personId'>

export interface AuditRepository {
  /**
   * Appends entries in their order, each chained to the one before. No entry is ever changed or deleted. At most some
   * hundred at a time.
   */
  append(entries: readonly AuditEntry[]): Promise<void>
  /**
   * The rows the actor may see: the owner all, a developer those of their own subjects, an agent and staff
   * without the wider permission only their own acts.
   */
  list(actor: Viewer, filter: AuditFilter, query: ListQuery<'id'>): Promise<Page<AuditRow>>
  /** A single one of the same rows. */
  find(actor: Viewer, id: number): Promise<AuditRow | undefined>
  /** The same rows after `id`, in their order, at most `limit`, without a count: for an export. */
  matching(
    actor: Viewer,
    filter: AuditFilter,
    place: { readonly search?: string | undefined; readonly after: number; readonly limit: number },
  ): Promise<AuditRow[]>
  /** Rows after `id` in their order, at most `limit`: for verifying the chain in pieces. */
  after(id: number, limit: number): Promise<AuditRow[]>
  /** When the last row was written, Unix seconds. */
  lastAt(): Promise<number | undefined>
  /** The id and hash of the last row, as recorded separately when it was written. */
  head(): Promise<{ readonly id: number; readonly hash: string } | undefined>
}
