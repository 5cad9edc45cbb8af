import type { LedgerKind, TransferKind } from '../../contract/sales-names.ts'

/** A ledger account in somebody's books. Money is integer minor units, times Unix seconds. */
export interface LedgerAccount {
  readonly id: number
  /** The developer who keeps these books: the owner of the applications that are sold. */
  readonly bookId: number
  /**
   * `cash`: money from outside, negative by the amount received; `revenue`: sales; `agent`: an agent's
   * prepaid money.
   */
  readonly kind: 'cash' | 'revenue' | 'agent'
  readonly agentId: number | null
  readonly balance: number
  /** How far below zero an agent's balance may go. */
  readonly credit: number
  readonly createdAt: number
}

/** Takes `amount` from one ledger account and adds it to another. */
export interface Transfer {
  readonly fromId: number
  readonly toId: number
  readonly amount: number
  readonly what: TransferKind
  /** The number of codes that the transfer pays for. */
  readonly count: number
}

/** Transfers that belong together. */
export interface LedgerTransaction {
  readonly id: number
  readonly bookId: number
  readonly kind: LedgerKind
  /** Unique in a book: a repeated request with the same key does nothing. */
  readonly key: string
  readonly reference: string
  readonly note: string
  /** The operator who made the transaction. For a purchase, the agent that bought. */
  readonly byId: number
  readonly by: string
  readonly at: number
}
