import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { LedgerAccount, LedgerTransaction, Transfer } from '../../domain/sales/ledger.ts'
import type { LEDGER_ACCOUNT, LEDGER_LINE } from '../../contract/subjects/selling.ts'
import type { FilterOf } from '../../contract/subjects/subject.ts'

/** An agent's account, with the names people know it by. */
export type AgentAccount = LedgerAccount & {
  readonly agentId: number
  readonly agentName: string
  readonly bookName: string
}

/** Any account; cash and what was sold are of no agent, and have no such name. */
export type NamedAccount = Pick<LedgerAccount, 'id' | 'kind'> & {
  readonly agentName: string | null
  readonly bookName: string
}

/** What one transaction gave an account (above 0) or took from it. */
export type AccountLine = Omit<LedgerTransaction, 'bookId' | 'key'> & {
  readonly amount: number
  /** What the account had then. */
  readonly balance: number
  /** Codes it is for. */
  readonly count: number
}

export type LedgerAccountFilter = FilterOf<typeof LEDGER_ACCOUNT>

export type LineFilter = Omit<FilterOf<typeof LEDGER_LINE>, 'agent' | 'book'>

/** What an account got and gave in a span by kind; of purchases, as the buyer and as one above the buyer. */
export interface SpanSums {
  readonly opening: number
  readonly topup: number
  readonly payout: number
  readonly wholesale: number
  readonly commission: number
  readonly refund: number
  readonly correction: number
}

/** Double entry: balances follow transfers, which are never changed. In sight of a developer is his own book. */
export interface LedgerRepository {
  /** The agent's account in a book; opened where it isn't there. */
  open(bookId: number, agentId: number, at: number): Promise<LedgerAccount>
  /** undefined: the agent doesn't work for whose book it is. */
  account(bookId: number, agentId: number): Promise<LedgerAccount | undefined>
  /** Of the book itself; opened where it isn't there. */
  house(bookId: number, kind: 'cash' | 'revenue', at: number): Promise<LedgerAccount>
  /** An agent's accounts in all books, in the order of books. */
  ofAgent(agentId: number): Promise<AgentAccount[]>
  /** An agent has in sight its own and those of agents right below it. */
  accounts(
    scope: Scope,
    filter: LedgerAccountFilter,
    query: ListQuery<'id' | 'balance'>,
  ): Promise<Page<AgentAccount>>
  /** undefined: the account would be below zero by more than that. */
  setCredit(id: number, credit: number): Promise<LedgerAccount | undefined>
  /**
   * Writes a transaction with its transfers; the balances follow.
   * @returns its number; undefined when an agent's balance and credit don't cover it: then the unit must fail
   */
  transact(
    transaction: Omit<LedgerTransaction, 'id'>,
    transfers: readonly Transfer[],
  ): Promise<number | undefined>
  findByKey(bookId: number, key: string): Promise<LedgerTransaction | undefined>
  /** In the order they were written. */
  transfersOf(transactionId: number): Promise<Transfer[]>
  /** One line a transaction. */
  lines(account: LedgerAccount, filter: LineFilter, query: ListQuery<'id'>): Promise<Page<AccountLine>>
  /** What there was before `from`, and what came and went before `to`. */
  sums(account: LedgerAccount, from: number, to: number): Promise<SpanSums>
  /** The accounts of a book; undefined: of all books. */
  all(bookId: number | undefined): Promise<NamedAccount[]>
  /** Whether its balance is what its transfers make, and how many it gave. */
  check(id: number): Promise<{ readonly ok: boolean; readonly given: number }>
}
