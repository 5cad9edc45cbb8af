import { CONSOLE } from '../../contract/error-codes.ts'
import { knownAgent, type Known, type KnownRecord } from '../../domain/access/known.ts'
import type { Operator } from '../../domain/access/operator.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Unit, WriteUnit } from '../../store/store.ts'
import { Refused } from '../refused.ts'
import { openAgentAccount } from './agent-accounts.ts'

/** The agent of an attribution: null takes it away, undefined leaves it. */
export type Attribution = Known<'agent'> | null | undefined

/**
 * Codes and accounts are attributed only to an agent that works for the actor.
 * @throws Refused 422, the same for an agent of others as for one that does not exist
 */
export async function requireAgent<Id extends number | null | undefined>(
  unit: Unit,
  actor: Pick<Actor, 'role' | 'operatorId'>,
  id: Id,
): Promise<Known<'agent'> | Exclude<Id, number>>
export async function requireAgent(
  unit: Unit,
  actor: Pick<Actor, 'role' | 'operatorId'>,
  id: number | null | undefined,
): Promise<Attribution> {
  if (id === null || id === undefined) return id
  const agent = await findWorker(unit, actor, id)
  if (agent === undefined) throw new Refused(CONSOLE.invalid, 'There is no such agent', { agent: 'unknown' })
  return agent.id
}

/**
 * The agent, if it works for the actor; the owner gets every agent. Not for agents as actors: theirs are those below
 * them.
 */
export async function findWorker(
  unit: Unit,
  actor: Pick<Actor, 'role' | 'operatorId'>,
  id: number,
): Promise<KnownRecord<'agent', Operator> | undefined> {
  const works = actor.role === 'owner' || (await unit.agents.worksFor(actor.operatorId, id))
  // Asked first: an agent of others takes as long as a number that nobody has.
  return works ? knownAgent(actor, await unit.operators.find(id), works) : undefined
}

/**
 * Whoever sells an owner's codes works for that owner: an attribution by the platform's owner opens the missing accounts.
 * @param at Unix seconds
 * @throws Refused 403 with `fields.plan` where an owner's plan has no room for one more agent
 */
export async function putToWork(
  unit: WriteUnit,
  agent: Attribution,
  owners: Iterable<number>,
  at: number,
): Promise<void> {
  if (agent === null || agent === undefined) return
  for (const owner of new Set(owners)) await openAgentAccount(unit, owner, agent, at)
}
