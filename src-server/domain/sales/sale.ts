import type { ChangeOf } from '../../contract/subjects/inside.ts'
import type { SALE } from '../../contract/subjects/sale.ts'
import type { Stored } from '../../contract/subjects/subject.ts'

/** A code that an agent took from its quota, and whom it was sold to, as the store keeps it. */
export interface Sale extends Stored<typeof SALE> {
  /** The ledger's transaction that paid for it. */
  readonly transactionId: number
}

/** What the agent says of a sale. */
export type SaleChange = ChangeOf<typeof SALE> & Partial<Pick<Sale, 'soldAt'>>
