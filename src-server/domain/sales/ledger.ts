import type { LedgerKind, TransferKind } from '../../contract/sales-names.ts'

/** An account in somebody's books. Money is integer minor units, times Unix seconds. */
export interface LedgerAccount {
  readonly id: number
  /** Whose books: the owner of the applications that are sold. */
  readonly bookId: number
  /** `cash`: money from outside, below zero by what came in; `revenue`: what was sold; `agent`: what an agent prepaid. */
  readonly kind: 'cash' | 'revenue' | 'agent'
  readonly agentId: number | null
  readonly balance: number
  /** How far below zero an agent may go. */
  readonly credit: number
  readonly createdAt: number
}

/** Takes `amount` from one account and gives it to another. */
export interface Transfer {
  readonly fromId: number
  readonly toId: number
  readonly amount: number
  readonly what: TransferKind
  /** Codes it is for. */
  readonly count: number
}

/** Transfers that belong together. */
export interface LedgerTransaction {
  readonly id: number
  readonly bookId: number
  readonly kind: LedgerKind
  /** Once in a book: whoever asks twice with it asks once. */
  readonly key: string
  readonly reference: string
  readonly note: string
  /** Whose act it was: of a purchase, the agent that bought. */
  readonly byId: number
  readonly by: string
  readonly at: number
}
