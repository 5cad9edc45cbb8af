/**
 * A code that an agent took from an allocation, and its customer. Money is integer minor units, times Unix
 * seconds.
 */
export interface Sale {
  readonly id: number
  /** null after the code was purged. */
  readonly codeId: number | null
  readonly kami: string
  readonly appId: number
  readonly allocationId: number
  readonly agentId: number
  /** The price the agent paid. */
  readonly price: number
  /** The customer's price. null until it is set. */
  readonly salePrice: number | null
  readonly customer: string
  readonly contact: string
  readonly note: string
  readonly takenAt: number
  readonly soldAt: number | null
  readonly refundedAt: number | null
  /** The ledger transaction that paid for the code. */
  readonly transactionId: number
}

/** The members of a sale that the agent may change. */
export interface SaleChange {
  readonly salePrice?: number | null | undefined
  readonly customer?: string | undefined
  readonly contact?: string | undefined
  readonly note?: string | undefined
  readonly soldAt?: number | null | undefined
}
