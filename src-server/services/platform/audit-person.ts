import type { Operator } from '../../domain/access/operator.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { WriteUnit } from '../../store/store.ts'
import { audit } from './audit-trail.ts'

/**
 * Writes a change of how an operator signs in: the actor, or `of`, whom the actor looks after. The row of a staff
 * member belongs to the employer, that of a developer or agent to themselves, that of the owner to the platform.
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
