import { AGENT_RIGHTS, MAX_AGENT_LEVELS, type AgentRight } from '../../contract/sales-names.ts'

/** What an agent may do for its own customers of one application. */
export type Rights = Readonly<Record<AgentRight, boolean>>

/** What an agent has of an application that nothing was said of. */
export const NO_RIGHTS: Rights = {
  pause_open: false,
  pause_add: false,
  close_all: false,
  unbind: false,
  rebind: false,
}

/**
 * What is left of an agent's rights with those of all agents above it: what is taken from one of them is taken from it.
 *
 * @param chain its own first, then those of the agent above it, and so on
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

/** The rights of `wanted` that aren't in `own`: nobody gives what it hasn't. */
export function beyond(own: Rights, wanted: Rights): AgentRight[] {
  return AGENT_RIGHTS.filter((right) => wanted[right] && !own[right])
}

/** Whether an agent of this level, the developer's own being 1, may have agents below it. */
export function mayHaveAgents(level: number): boolean {
  return level < MAX_AGENT_LEVELS
}
