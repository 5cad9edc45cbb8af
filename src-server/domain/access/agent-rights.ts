import { AGENT_RIGHTS, MAX_AGENT_LEVELS, type AgentRight } from '../../contract/sales-names.ts'

/** The rights of an agent for its own customers in one application. */
export type Rights = Readonly<Record<AgentRight, boolean>>

/** An agent's rights in an application where nobody has granted any. */
export const NO_RIGHTS: Rights = {
  pause_open: false,
  pause_add: false,
  close_all: false,
  unbind: false,
  rebind: false,
}

/**
 * Limits an agent's rights to those that every agent above it also has, so that a right taken from an agent
 * is taken from all agents below it.
 * @param chain the agent's own rights first, then those of the agent above it, and so on
 */
export function rightsAlong(chain: readonly Rights[]): Rights {
  const has = (right: AgentRight) => chain.length > 0 && chain.every((rights) => rights[right])
  return {
    pause_open: has('pause_open'),
    pause_add: has('pause_add'),
    close_all: has('close_all'),
    unbind: has('unbind'),
    rebind: has('rebind'),
  }
}

/** The rights of `wanted` that `own` lacks. Nobody can give a right they don't have. */
export function rightsBeyond(own: Rights, wanted: Rights): AgentRight[] {
  return AGENT_RIGHTS.filter((right) => wanted[right] && !own[right])
}

/** Whether an agent of this level may have agents below it. The developer's own agents are level 1. */
export function mayHaveAgents(level: number): boolean {
  return level < MAX_AGENT_LEVELS
}
