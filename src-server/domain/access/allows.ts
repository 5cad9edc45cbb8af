import type { Permission } from '../../contract/permissions.ts'
import type { Actor } from './scope.ts'

/** Staff need the action's permission, or one of several. An action without a permission isn't for staff. */
export function allows(
  actor: Actor,
  permission: Permission | 'self' | readonly Permission[] | undefined,
): boolean {
  if (actor.personId === actor.operatorId || permission === 'self') return true
  const wanted = typeof permission === 'string' ? [permission] : (permission ?? [])
  return wanted.some((one) => actor.permissions.includes(one))
}
