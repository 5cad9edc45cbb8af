/** A code an agent took from its quota, and whom it was sold to. Money is integer minor units, times Unix seconds. */
export interface Sale {
  readonly id: number
  /** null once the code is purged. */
  readonly codeId: number | null
  readonly kami: string
  readonly appId: number
  readonly allocationId: number
  readonly agentId: number
  /** What the agent paid for it. */
  readonly price: number
  /** What the customer pays; null until it is set. */
  readonly salePrice: number | null
  readonly customer: string
  readonly contact: string
  readonly note: string
  readonly takenAt: number
  readonly soldAt: number | null
  readonly refundedAt: number | null
  /** The ledger's transaction that paid for it. */
  readonly transactionId: number
}

/** What the agent says of a sale. */
export interface SaleChange {
  readonly salePrice?: number | null | undefined
  readonly customer?: string | undefined
  readonly contact?: string | undefined
  readonly note?: string | undefined
  readonly soldAt?: number | null | undefined
}
