import { CONSOLE } from '../../contract/error-codes.ts'
import type { LedgerAccount } from '../../domain/sales/ledger.ts'
import type { Unit, WriteUnit } from '../../store/store.ts'
import { requireWithinPlan } from '../people/plan-limits.ts'
import { Refused } from '../refused.ts'

/**
 * Finds or opens the agent's ledger account in somebody's books. An account there means that the agent works for that
 * operator.
 * @param bookId the owner of the applications
 * @param at Unix seconds
 * @throws Refused 403 with `fields.plan` where the owner's plan has no room for one more agent
 */
export async function openAgentAccount(
  unit: Unit,
  bookId: number,
  agentId: number,
  at: number,
): Promise<LedgerAccount> {
  const known = await unit.ledger.account(bookId, agentId)
  if (known !== undefined) return known
  await requireWithinPlan(unit, bookId, 'agents', 1)
  return unit.ledger.open(bookId, agentId, at)
}

/**
 * Moves money.
 * @returns the transaction
 * @throws Refused 409 with `fields.balance` where an agent's balance and credit are not enough
 */
export async function transact(
  unit: WriteUnit,
  ...moved: Parameters<WriteUnit['ledger']['transact']>
): Promise<number> {
  const transaction = await unit.ledger.transact(...moved)
  if (transaction !== undefined) return transaction
  throw new Refused(CONSOLE.conflict, 'The balance does not cover it', { balance: 'not covered' })
}
