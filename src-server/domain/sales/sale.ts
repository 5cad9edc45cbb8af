import type { ChangeOf } from '../../contract/subjects/inside.ts'
import type { SALE } from '../../contract/subjects/sale.ts'
import type { Stored } from '../../contract/subjects/subject.ts'

/** A code that an agent took from an allocation, and its customer, as stored. */
export interface Sale extends Stored<typeof SALE> {
  /** The ledger transaction that paid for the code. */
  readonly transactionId: number
}

/** The members of a sale that the agent may change. */
export type SaleChange = ChangeOf<typeof SALE> & Partial<Pick<Sale, 'soldAt'>>
