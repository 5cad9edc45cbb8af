import type { ReferenceKind } from '../../contract/reference-kinds.ts'
import type { Operator } from './operator.ts'
import type { Actor } from './scope.ts'

declare const lookedUp: unique symbol

/**
 * The number of a record that the actor may name. Only a look-up in the actor's scope makes one, so a use case that takes
 * `Known` can't store a number as the caller wrote it.
 */
export type Known<K extends ReferenceKind> = number & { readonly [lookedUp]: K }

/** A record that the actor may name. */
export type KnownRecord<K extends ReferenceKind, R> = R & { readonly id: Known<K> }

/** @param mayName what the actor's scope says about the record */
function known<K extends ReferenceKind, R extends { readonly id: number }>(
  record: R,
  mayName: boolean,
): record is KnownRecord<K, R> {
  return record.id > 0 && mayName
}

/**
 * An agent whom the actor may give codes, trading accounts, stock and rights. Not the state of the agent's customers
 * decides, because a third party writes that.
 * @param works the agent has an account in the actor's books; for an agent as actor, it is below the actor
 */
export function knownAgent<R extends Pick<Operator, 'id' | 'role'>>(
  { role }: Pick<Actor, 'role'>,
  agent: R | undefined,
  works: boolean,
): KnownRecord<'agent', R> | undefined {
  if (agent?.role !== 'agent') return undefined
  return known<'agent', R>(agent, role === 'owner' || works) ? agent : undefined
}

/** A plan of the platform: its owner alone has plans. */
export function knownPlan<R extends { readonly id: number }>(
  { role }: Pick<Actor, 'role'>,
  plan: R,
): KnownRecord<'plan', R> | undefined {
  return known<'plan', R>(plan, role === 'owner') ? plan : undefined
}

/** A role that the actor's staff can have: only the employer's own. */
export function knownRole<R extends { readonly id: number; readonly employerId: number }>(
  { operatorId }: Pick<Actor, 'operatorId'>,
  role: R,
): KnownRecord<'role', R> | undefined {
  return known<'role', R>(role, role.employerId === operatorId) ? role : undefined
}
