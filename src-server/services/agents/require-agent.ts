import { CONSOLE } from '../../contract/error-codes.ts'
import type { Operator } from '../../domain/access/operator.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Unit } from '../../store/store.ts'
import { Refused } from '../refused.ts'

/** Codes and accounts belong to agents only; null and undefined mean no agent. @throws Refused 422 */
export async function requireAgent(unit: Unit, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return
  if ((await unit.operators.find(id))?.role !== 'agent') {
    throw new Refused(CONSOLE.invalid, 'There is no such agent', { agent: 'unknown' })
  }
}

/**
 * The agent, if they work for the actor; the owner gets every agent. Not for agents as actors: theirs are those below
 * them.
 */
export async function findWorker(
  unit: Unit,
  { role, operatorId }: Pick<Actor, 'role' | 'operatorId'>,
  id: number,
): Promise<Operator | undefined> {
  const operator = await unit.operators.find(id)
  if (operator?.role !== 'agent') return undefined
  return role === 'owner' || (await unit.agents.worksFor(operatorId, id)) ? operator : undefined
}
