import type { ListQuery, Page } from '../../contract/paging.ts'
import type { AgentSaleSums } from '../../contract/records/business.ts'
import type { CodeType } from '../../contract/records/code.ts'
import type { SALE } from '../../contract/subjects/sale.ts'
import type { FilterOf, SortOf } from '../../contract/subjects/subject.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { Sale, SaleChange } from '../../domain/sales/sale.ts'

/** A sale with the code's properties that people want to see. */
export type NamedSale = Sale & {
  readonly agentName: string
  readonly appName: string
  readonly type: CodeType
  readonly seconds: number
  readonly left: number | null
  /** Whether a customer has used the code. */
  readonly used: boolean
}

export type SaleFilter = FilterOf<typeof SALE>
export type SaleSort = SortOf<typeof SALE>

/** An agent's purchases and sales in a span. Money is minor units. */
export interface SaleSums {
  readonly taken: number
  readonly sold: number
  /** The sum of the sale prices. */
  readonly turnover: number
  /** The sum paid for codes taken in the span and not returned. */
  readonly cost: number
}

/** A developer sees the sales of their own applications. An agent sees its own sales only. */
export interface SaleRepository {
  /** @returns their ids, in the order of the sales */
  insert(sales: readonly Omit<Sale, 'id' | 'refundedAt'>[]): Promise<number[]>
  /** In the order of ids. */
  byIds(scope: Scope, ids: readonly number[]): Promise<Sale[]>
  /** Like `byIds`, with names. */
  named(scope: Scope, ids: readonly number[]): Promise<NamedSale[]>
  list(scope: Scope, filter: SaleFilter, query: ListQuery<SaleSort>): Promise<Page<NamedSale>>
  /** The sums of the sales that `list` finds among these ids, by agent. */
  sumsOf(
    scope: Scope,
    filter: SaleFilter,
    search: string | undefined,
    ids: { readonly after: number; readonly upTo: number },
  ): Promise<AgentSaleSums[]>
  /** 0 for none. */
  lastId(): Promise<number>
  /** The codes of one purchase from an allocation, in the order of ids. */
  ofPurchase(allocationId: number, transactionId: number): Promise<Sale[]>
  update(ids: readonly number[], change: SaleChange): Promise<void>
  /** @returns the number of those that were not refunded before */
  refund(ids: readonly number[], at: number): Promise<number>
  /** An agent's sums from `from` on and before `to`. */
  sums(agentId: number, from: number, to: number): Promise<SaleSums>
  /** The number of codes an agent took and returned in a book in the span. */
  countsOf(
    bookId: number,
    agentId: number,
    from: number,
    to: number,
  ): Promise<{ readonly taken: number; readonly refunded: number }>
}
