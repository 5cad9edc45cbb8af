import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Known } from '../../domain/access/known.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { Allocation, AllocationTerms } from '../../domain/sales/allocation.ts'
import type { ALLOCATION } from '../../contract/subjects/selling.ts'
import type { FilterOf } from '../../contract/subjects/subject.ts'

/**
 * An allocation with the names people know, and the operator in whose books it is paid: the application's
 * owner.
 */
export type NamedAllocation = Allocation & {
  readonly agentName: string
  readonly appName: string
  readonly book: number
  readonly severalAccounts: boolean
}
export type NewAllocation = Omit<Allocation, 'id' | 'used' | 'closed'> & { readonly agentId: Known<'agent'> }
export interface AllocationChange {
  readonly quota?: number | undefined
  readonly price?: number | undefined
  readonly closed?: boolean | undefined
  readonly note?: string | undefined
}

export type AllocationFilter = FilterOf<typeof ALLOCATION>

/** Terms that apply from `at` on. */
export type DatedTerms = AllocationTerms & { readonly at: number; readonly by: string }

/**
 * A developer sees the allocations of their own applications. An agent sees its own and those it gave to
 * other agents.
 */
export interface AllocationRepository {
  /** @returns undefined when the agent already has an allocation of this value */
  insert(allocation: NewAllocation): Promise<Allocation | undefined>
  find(id: number): Promise<Allocation | undefined>
  get(scope: Scope, id: number): Promise<NamedAllocation | undefined>
  list(
    scope: Scope,
    filter: AllocationFilter,
    query: ListQuery<'id' | 'created_at'>,
  ): Promise<Page<NamedAllocation>>
  /**
   * The allocation, the one it is taken from, and so on up to the developer's own. Empty for an unknown id.
   */
  chain(id: number): Promise<Allocation[]>
  /**
   * Uses `count` of the quota, when the quota has them and the allocation is open.
   * @returns undefined otherwise
   */
  use(id: number, count: number): Promise<Allocation | undefined>
  /** Returns `count` to the quota, also of a closed allocation. */
  giveBack(id: number, count: number): Promise<void>
  /** @returns undefined when the new quota is below the used part, or the id is unknown */
  update(id: number, change: AllocationChange): Promise<Allocation | undefined>
  /** Records the terms that apply from `at` on. */
  date(id: number, terms: DatedTerms): Promise<void>
  /** The newest first. */
  history(id: number, limit: number): Promise<DatedTerms[]>
}
