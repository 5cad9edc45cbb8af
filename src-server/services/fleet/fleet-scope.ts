import { scopeOf, sees, type Actor, type Scope } from '../../domain/access/scope.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'

/** The part of the fleet that a caller asks for. */
export interface WantedFleet {
  readonly app?: number | undefined
  readonly agent?: number | undefined
}

/** The applications and agents of a caller's fleet. */
export interface FleetScope {
  readonly apps: readonly number[]
  /** Undefined: of all agents, and of none. */
  readonly agents: readonly number[] | undefined
}

/** The applications and agents of the server. */
export interface FleetWorld {
  readonly registry: ApplicationRegistry
  readonly agentTree: AgentTree
}

/**
 * The part of the fleet that the actor sees and asks for. An agent sees its own customers alone. For others, an agent
 * stands for the agents below as well. Demo accounts count where the actor names their application, or has no other.
 */
export function fleetScope(
  { registry, agentTree }: FleetWorld,
  actor: Actor,
  { app, agent }: WantedFleet,
): FleetScope {
  const scope = scopeOf(actor)
  const apps = [...registry.all()]
    .map(({ settings }) => settings)
    .filter(({ id, ownerId }) => hasApplication(scope, id, ownerId) && (app === undefined || id === app))
  const real = apps.filter(({ demo }) => !demo)
  return {
    apps: (real.length > 0 ? real : apps).map(({ id }) => id),
    agents: agentsOf(agentTree, actor, agent),
  }
}

/** An agent has customers in applications of others. */
function hasApplication(scope: Scope, appId: number, ownerId: number): boolean {
  const whole = scope.kind === 'within' ? scope.of : scope
  return sees(scope, { appId, ownerId, agentId: whole.kind === 'attributedTo' ? whole.operatorId : null })
}

function agentsOf(tree: AgentTree, actor: Actor, agent: number | undefined): readonly number[] | undefined {
  if (actor.role === 'agent')
    return agent === undefined || agent === actor.operatorId ? [actor.operatorId] : []
  return agent === undefined ? undefined : [agent, ...tree.below(agent)]
}
