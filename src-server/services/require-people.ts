import { CONSOLE } from '../contract/error-codes.ts'
import type { Actor } from '../domain/access/scope.ts'
import type { Unit } from '../store/store.ts'
import { Refused } from './refused.ts'

/**
 * The owner of the data and their staff may get its messages. The platform's owner may also name themselves and their own
 * staff.
 * @param of the data's owner, and the persons who get the messages already
 * @throws Refused 422
 */
export async function requirePeople(
  unit: Unit,
  actor: Actor,
  people: readonly number[],
  of: { readonly ownerId: number; readonly known: readonly number[] },
): Promise<void> {
  const teams = teamsOf(actor, of.ownerId)
  for (const id of people) {
    if (of.known.includes(id)) continue
    const person = await unit.operators.find(id)
    if (person === undefined || !teams.includes(person.employerId ?? person.id))
      throw new Refused(CONSOLE.invalid, 'Not everybody may get these messages', { people: 'unknown' })
  }
}

/** The operators who, with their staff, may be named for this owner's things. */
export function teamsOf(actor: Actor, ownerId: number): number[] {
  return actor.role === 'owner' && ownerId !== actor.operatorId ? [ownerId, actor.operatorId] : [ownerId]
}
