import type { Operator } from '../../domain/access/operator.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { WriteUnit } from '../../store/store.ts'
import { audit } from './audit-trail.ts'

/**
 * Writes what changed about how somebody signs in: the actor himself, or `of` whom he looks after. It belongs to the
 * employer of staff, and to developers and agents themselves; the owner's is the platform's own.
 *
 * @param at Unix seconds
 */
export function auditPerson(
  unit: WriteUnit,
  actor: Actor,
  at: number,
  change: {
    readonly action: string
    readonly of?: Pick<Operator, 'id' | 'name' | 'role' | 'employerId'>
    readonly before?: object
    readonly after?: object
  },
): Promise<void> {
  const { action, before, after } = change
  const of = change.of ?? {
    id: actor.personId,
    name: actor.name,
    role: actor.role,
    employerId: actor.operatorId === actor.personId ? null : actor.operatorId,
  }
  return audit(unit, actor, at, {
    action,
    subject: { kind: 'operator', id: of.id, label: of.name },
    owner: of.role === 'owner' ? null : (of.employerId ?? of.id),
    before,
    after,
  })
}
