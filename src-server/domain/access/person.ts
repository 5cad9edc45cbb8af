import type { PersonState } from '../../contract/people.ts'
import type { Operator } from './operator.ts'

/** An operator's state. The most severe one wins. */
export function personState(operator: Pick<Operator, 'banned' | 'frozen' | 'passwordHash'>): PersonState {
  if (operator.banned) return 'banned'
  if (operator.frozen) return 'frozen'
  return operator.passwordHash === '' ? 'invited' : 'active'
}

/** The kinds of operators that another operator manages, as console actions name them. */
export type PersonKind = 'developer' | 'agent' | 'staff'

/**
 * Whether the actor manages this operator. The owner manages developers and agents, an employer manages its
 * staff, and an agent manages the agents below it. A developer manages the agents that they made, whoever else an agent
 * works for.
 */
export function manages(
  actor: { readonly role: Operator['role']; readonly operatorId: number },
  kind: PersonKind,
  operator: Pick<Operator, 'role' | 'employerId' | 'parentId' | 'makerId'>,
): boolean {
  if (kind === 'staff') return operator.employerId === actor.operatorId
  if (operator.role !== kind || operator.employerId !== null) return false
  if (actor.role === 'owner') return true
  if (kind === 'developer') return false
  if (actor.role === 'agent') return operator.parentId === actor.operatorId
  return operator.parentId === null && operator.makerId === actor.operatorId
}
