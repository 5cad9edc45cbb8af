import type { PersonState } from '../../contract/people.ts'
import type { Operator } from './operator.ts'

/** How an operator stands: the worst there is to say of him. */
export function personState(operator: Pick<Operator, 'banned' | 'frozen' | 'passwordHash'>): PersonState {
  if (operator.banned) return 'banned'
  if (operator.frozen) return 'frozen'
  return operator.passwordHash === '' ? 'invited' : 'active'
}

/** Whom somebody looks after, and by which name the console's actions call them. */
export type PersonKind = 'developer' | 'agent' | 'staff'

/** Developers and agents are the owner's; staff their employer's. */
export function looksAfter(
  actor: { readonly role: Operator['role']; readonly operatorId: number },
  kind: PersonKind,
  operator: Pick<Operator, 'role' | 'employerId'>,
): boolean {
  if (kind === 'staff') return operator.employerId === actor.operatorId
  return actor.role === 'owner' && operator.role === kind && operator.employerId === null
}
