import type { Permission } from '../../contract/permissions.ts'
import type { Actor } from './scope.ts'

/**
 * Staff and programs need the action's permission, or one of several. An action without a permission isn't for them, and
 * an action about a person isn't for programs.
 */
export function allows(
  actor: Actor,
  permission: Permission | 'self' | readonly Permission[] | undefined,
): boolean {
  if (actor.token === undefined && (actor.personId === actor.operatorId || permission === 'self')) return true
  if (permission === 'self') return false
  const wanted = typeof permission === 'string' ? [permission] : (permission ?? [])
  return wanted.some((one) => actor.permissions.includes(one))
}
