import { scopeOf, sees, type Actor } from '../domain/access/scope.ts'

/** A thing of an application, or of all applications of its owner. No agent has it. */
interface Owned {
  readonly appId: number | null
  readonly ownerId: number
}

/** Whether the actor sees a thing. Agents see none of these. */
export function isInSight(actor: Actor, { appId, ownerId }: Owned): boolean {
  return sees(scopeOf(actor), { appId, ownerId, agentId: null })
}
