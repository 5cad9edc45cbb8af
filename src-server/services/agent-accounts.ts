import type { LedgerAccount } from '../domain/sales/ledger.ts'
import type { Unit } from '../store/store.ts'
import { requireWithinPlan } from './plan-limits.ts'

/**
 * The agent's account in somebody's books: that it is there says that the agent works for him. Opened where it isn't.
 *
 * @param bookId the owner of the applications
 * @param at Unix seconds
 * @throws Refused 403 with `fields.plan` where his plan has no room for one more agent
 */
export async function openAgentAccount(
  unit: Unit,
  bookId: number,
  agentId: number,
  at: number,
): Promise<LedgerAccount> {
  const known = await unit.ledger.account(bookId, agentId)
  if (known !== undefined) return known
  if (!(await unit.agents.worksFor(bookId, agentId))) await requireWithinPlan(unit, bookId, 'agents', 1)
  return unit.ledger.open(bookId, agentId, at)
}
