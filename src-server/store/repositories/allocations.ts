import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { Allocation, AllocationTerms } from '../../domain/sales/allocation.ts'
import type { ALLOCATION } from '../../contract/subjects/selling.ts'
import type { FilterOf } from '../../contract/subjects/subject.ts'

/** With the names people know them by, and whose books it is paid in: the application's owner's. */
export type NamedAllocation = Allocation & {
  readonly agentName: string
  readonly appName: string
  readonly book: number
}
export type NewAllocation = Omit<Allocation, 'id' | 'used' | 'closed'>
export interface AllocationChange {
  readonly quota?: number | undefined
  readonly price?: number | undefined
  readonly closed?: boolean | undefined
  readonly note?: string | undefined
}

export type AllocationFilter = FilterOf<typeof ALLOCATION>

/** Terms as they were from `at` on. */
export type DatedTerms = AllocationTerms & { readonly at: number; readonly by: string }

/** In sight of a developer are those of his applications; of an agent, its own and those it gave to others. */
export interface AllocationRepository {
  /** @returns undefined where the agent has codes of that worth already */
  insert(allocation: NewAllocation): Promise<Allocation | undefined>
  find(id: number): Promise<Allocation | undefined>
  get(scope: Scope, id: number): Promise<NamedAllocation | undefined>
  list(
    scope: Scope,
    filter: AllocationFilter,
    query: ListQuery<'id' | 'created_at'>,
  ): Promise<Page<NamedAllocation>>
  /** The allocation, the one it is taken from, and so on up to the developer's own; none for one that isn't there. */
  chain(id: number): Promise<Allocation[]>
  /** Uses so many of the quota, when they are left and it is open. @returns undefined when not */
  use(id: number, count: number): Promise<Allocation | undefined>
  /** Gives so many back into the quota; closed ones take them too. */
  giveBack(id: number, count: number): Promise<void>
  /** @returns undefined where less than is used would be left, or there is none */
  update(id: number, change: AllocationChange): Promise<Allocation | undefined>
  /** Notes the terms that hold from `at` on. */
  date(id: number, terms: DatedTerms): Promise<void>
  /** The newest first. */
  history(id: number, limit: number): Promise<DatedTerms[]>
}
