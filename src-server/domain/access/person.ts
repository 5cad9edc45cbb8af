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

/**
 * Developers and agents are the owner's; staff their employer's. An agent is also the developer's it works for, while it
 * works for nobody else, and its agents are its own.
 *
 * @param books of an agent: in whose it has an account
 */
export function looksAfter(
  actor: { readonly role: Operator['role']; readonly operatorId: number },
  kind: PersonKind,
  operator: Pick<Operator, 'role' | 'employerId' | 'parentId'>,
  books: readonly number[],
): boolean {
  if (kind === 'staff') return operator.employerId === actor.operatorId
  if (operator.role !== kind || operator.employerId !== null) return false
  if (actor.role === 'owner') return true
  if (kind === 'developer') return false
  if (actor.role === 'agent') return operator.parentId === actor.operatorId
  return operator.parentId === null && books.length > 0 && books.every((book) => book === actor.operatorId)
}
