import type { LedgerAccountRecord, LedgerLineRecord } from '../../contract/records/sale.ts'
import type { TransferKind } from '../../contract/sales-names.ts'
import type { AccountLine, AgentAccount } from '../../store/repositories/ledger.ts'

export function ledgerAccountRecord(account: AgentAccount): LedgerAccountRecord {
  const { bookId, bookName, agentId, agentName, balance, credit } = account
  return { book: bookId, book_name: bookName, agent: agentId, agent_name: agentName, balance, credit }
}

/** A line shows what one transaction did to the account. It does not show who else got a part, and how much. */
export function ledgerLineRecord(agentId: number, line: AccountLine): LedgerLineRecord {
  const { id, at, kind, amount, balance, count, reference, note, by } = line
  const what = kind === 'purchase' ? (line.byId === agentId ? 'wholesale' : 'commission') : kind
  // Of a purchase by an agent below, an agent sees only their own part.
  const words = what === 'commission' ? { reference: '', note: '' } : { reference, note }
  return {
    id,
    transaction: id,
    at,
    kind,
    what: what satisfies TransferKind,
    amount,
    balance,
    count,
    ...words,
    by,
  }
}
