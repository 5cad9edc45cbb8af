import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { LedgerAccount, LedgerTransaction, Transfer } from '../../domain/sales/ledger.ts'
import type { LEDGER_ACCOUNT, LEDGER_LINE } from '../../contract/subjects/selling.ts'
import type { FilterOf } from '../../contract/subjects/subject.ts'

/** An agent's ledger account, with the names people know. */
export type AgentAccount = LedgerAccount & {
  readonly agentId: number
  readonly agentName: string
  readonly bookName: string
}

/** Any ledger account. The accounts for cash and revenue belong to no agent, so they have no agent's name. */
export type NamedAccount = Pick<LedgerAccount, 'id' | 'kind'> & {
  readonly agentName: string | null
  readonly bookName: string
}

/** The amount that one transaction added to an account (above 0) or took from it. */
export type AccountLine = Omit<LedgerTransaction, 'bookId' | 'key'> & {
  readonly amount: number
  /** The account's balance after the transaction. */
  readonly balance: number
  /** The number of codes that the transaction pays for. */
  readonly count: number
}

export type LedgerAccountFilter = FilterOf<typeof LEDGER_ACCOUNT>

export type LineFilter = Omit<FilterOf<typeof LEDGER_LINE>, 'agent' | 'book'>

/**
 * The sums of an account in a span by kind. `wholesale` is its own purchases, `commission` its share of the
 * purchases of agents below it.
 */
export interface SpanSums {
  readonly opening: number
  readonly topup: number
  readonly payout: number
  readonly wholesale: number
  readonly commission: number
  readonly refund: number
  readonly correction: number
}

/**
 * Double entry: balances follow from transfers, and transfers never change. A developer sees their own book.
 */
export interface LedgerRepository {
  /** The agent's account in a book, created when missing. */
  open(bookId: number, agentId: number, at: number): Promise<LedgerAccount>
  /** Undefined when the agent doesn't work for the book's owner. */
  account(bookId: number, agentId: number): Promise<LedgerAccount | undefined>
  /** An account of the book itself, created when missing. */
  house(bookId: number, kind: 'cash' | 'revenue', at: number): Promise<LedgerAccount>
  /** An agent's accounts in all books, in the order of books. */
  ofAgent(agentId: number): Promise<AgentAccount[]>
  /** An agent sees its own accounts and those of the agents directly below it. */
  accounts(
    scope: Scope,
    filter: LedgerAccountFilter,
    query: ListQuery<'id' | 'balance'>,
  ): Promise<Page<AgentAccount>>
  /** Undefined when the account's balance is already below the new limit. */
  setCredit(id: number, credit: number): Promise<LedgerAccount | undefined>
  /**
   * Writes a transaction with its transfers, and updates the balances.
   * @returns its id, or undefined when an agent's balance and credit don't cover it; the unit of work must
   * fail then
   */
  transact(
    transaction: Omit<LedgerTransaction, 'id'>,
    transfers: readonly Transfer[],
  ): Promise<number | undefined>
  findByKey(bookId: number, key: string): Promise<LedgerTransaction | undefined>
  /** In the order of writing. */
  transfersOf(transactionId: number): Promise<Transfer[]>
  /** One line for each transaction. */
  lines(account: LedgerAccount, filter: LineFilter, query: ListQuery<'id'>): Promise<Page<AccountLine>>
  /** The balance before `from`, and the sums from then until before `to`. */
  sums(account: LedgerAccount, from: number, to: number): Promise<SpanSums>
  /** The accounts of a book, or of all books for undefined. */
  all(bookId: number | undefined): Promise<NamedAccount[]>
  /** Whether the balance equals the sum of the transfers, and the number of transfers from the account. */
  check(id: number): Promise<{ readonly ok: boolean; readonly given: number }>
}
