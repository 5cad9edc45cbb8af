import type { Operator } from '../../domain/access/operator.ts'
import { manages, type PersonKind } from '../../domain/access/person.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Unit } from '../../store/store.ts'

/** Whether this is an operator of this kind whom the actor looks after. */
export async function isLookedAfter(
  unit: Unit,
  actor: Pick<Actor, 'role' | 'operatorId'>,
  kind: PersonKind,
  operator: Operator,
): Promise<boolean> {
  const asksBooks = kind === 'agent' && actor.role === 'developer'
  return manages(actor, kind, operator, asksBooks ? await unit.agents.booksOf(operator.id) : [])
}
