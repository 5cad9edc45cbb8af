import type { ListQuery, Page } from '../../contract/paging.ts'
import type { CodeType } from '../../contract/records/code.ts'
import type { SALE } from '../../contract/subjects/sale.ts'
import type { FilterOf, SortOf } from '../../contract/subjects/subject.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { Sale, SaleChange } from '../../domain/sales/sale.ts'

/** With what people want to know of the code. */
export type NamedSale = Sale & {
  readonly agentName: string
  /** Empty once the application is gone. */
  readonly appName: string
  readonly type: CodeType
  readonly seconds: number
  readonly left: number | null
  /** Whether a customer has used the code. */
  readonly used: boolean
}

export type SaleFilter = FilterOf<typeof SALE>
export type SaleSort = SortOf<typeof SALE>

/** What an agent took and sold in a span. Money is minor units. */
export interface SaleSums {
  readonly taken: number
  readonly sold: number
  /** Sale prices of what was sold in it. */
  readonly turnover: number
  /** Prices paid for what was taken in it and not given back. */
  readonly cost: number
}

/** In sight of a developer are those of his applications; of an agent, its own and nobody else's. */
export interface SaleRepository {
  insert(sale: Omit<Sale, 'id' | 'refundedAt'>): Promise<Sale>
  /** In the order of ids. */
  byIds(scope: Scope, ids: readonly number[]): Promise<Sale[]>
  /** As `byIds`, with names. */
  named(scope: Scope, ids: readonly number[]): Promise<NamedSale[]>
  list(scope: Scope, filter: SaleFilter, query: ListQuery<SaleSort>): Promise<Page<NamedSale>>
  /** What one purchase took from an allocation, in the order of ids. */
  ofPurchase(allocationId: number, transactionId: number): Promise<Sale[]>
  update(id: number, change: SaleChange): Promise<void>
  /** @returns false when it is given back already */
  refund(id: number, at: number): Promise<boolean>
  /** What an agent did from `from` on and before `to`. */
  sums(agentId: number, from: number, to: number): Promise<SaleSums>
  /** Codes an agent took and gave back in a book in the span. */
  countsOf(
    bookId: number,
    agentId: number,
    from: number,
    to: number,
  ): Promise<{ readonly taken: number; readonly refunded: number }>
}
