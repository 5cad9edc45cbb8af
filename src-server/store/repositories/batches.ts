import type { ListQuery, Page } from '../../contract/paging.ts'
import type { CodeState, CodeType } from '../../contract/records/code.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { BATCH } from '../../contract/subjects/selling.ts'
import type { FilterOf } from '../../contract/subjects/subject.ts'

/** Codes that were generated together, with the order's values. Times are Unix seconds. */
export interface Batch {
  readonly id: number
  readonly appId: number
  readonly type: CodeType
  /** As ordered. null for types without a duration. */
  readonly unit: string | null
  readonly amount: number | null
  readonly seconds: number
  readonly left: number | null
  readonly count: number
  readonly prefix: string
  readonly agentId: number | null
  readonly note: string
  readonly createdBy: string
  readonly createdAt: number
  /** A shop's number of the order. null for none. */
  readonly orderNumber: string | null
  /** The trading accounts that each of its codes may serve. */
  readonly seats: number
}

export type BatchFilter = FilterOf<typeof BATCH>

/** The operators who may see an application may see its batches. */
export interface BatchRepository {
  insert(batch: Omit<Batch, 'id'>): Promise<number>
  /** The batch that was made for a shop's order. */
  findOrder(appId: number, orderNumber: string): Promise<Batch | undefined>
  /** The texts of its codes that are not deleted, in their order. */
  kamis(id: number): Promise<string[]>
  find(scope: Scope, id: number): Promise<Batch | undefined>
  /** Searched by prefix and note. */
  list(
    scope: Scope,
    filter: BatchFilter,
    query: ListQuery<'id' | 'count' | 'created_at'>,
  ): Promise<Page<Batch>>
  setNote(id: number, note: string): Promise<Batch | undefined>
  /** The number of its codes in each state. */
  counts(id: number, now: number): Promise<Record<CodeState, number>>
}
