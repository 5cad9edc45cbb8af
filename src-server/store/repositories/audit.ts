import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { AuditEntry, AuditRow } from '../../domain/audit/entry.ts'
import type { AUDIT } from '../../contract/subjects/platform.ts'
import type { FilterOf } from '../../contract/subjects/subject.ts'

export type AuditFilter = FilterOf<typeof AUDIT>

type Viewer = Pick<Actor, 'role' | 'operatorId' | 'personId'>

export interface AuditRepository {
  /** Chains the entry to the last one. Nothing changes or deletes it afterwards. */
  append(entry: AuditEntry): Promise<void>
  /** What the actor may see: the owner all, a developer what is his, an agent and staff without a larger right their own. */
  list(actor: Viewer, filter: AuditFilter, query: ListQuery<'id'>): Promise<Page<AuditRow>>
  /** One of the same rows. */
  find(actor: Viewer, id: number): Promise<AuditRow | undefined>
  /** Of the same rows those after `id` in their order, at most `limit`, without counting them: for an export. */
  matching(
    actor: Viewer,
    filter: AuditFilter,
    place: { readonly search?: string | undefined; readonly after: number; readonly limit: number },
  ): Promise<AuditRow[]>
  /** Rows after `id` in their order, at most `limit`: for checking the chain a piece at a time. */
  after(id: number, limit: number): Promise<AuditRow[]>
  /** The number and hash of the last row as the chain's end was noted when it was written. */
  head(): Promise<{ readonly id: number; readonly hash: string } | undefined>
}
