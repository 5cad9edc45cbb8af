import type { AgentServices } from '../ajax/console/agents.ts'
import type { Clock } from '../contract/ports.ts'
import { AgentHome } from '../services/agents/agent-home.ts'
import { AgentMoves } from '../services/agents/agent-moves.ts'
import { AgentRightsDesk } from '../services/agents/agent-rights-desk.ts'
import type { Services } from './compose-services.ts'
import type { Stores } from './open-stores.ts'

/** The use cases of those who look after agents, and of agents' days. */
export function composeAgents(parts: {
  readonly stores: Stores
  readonly services: Pick<
    Services,
    'registry' | 'agentRights' | 'agentTree' | 'devices' | 'journal' | 'stream' | 'jobs' | 'console'
  >
  readonly clock: Clock
}): Omit<AgentServices, 'agents'> {
  const { clock } = parts
  const { store } = parts.stores
  const { registry: applications, agentRights: rights, agentTree: tree, console } = parts.services
  const { devices, journal, stream, jobs } = parts.services
  return {
    agentRightsDesk: new AgentRightsDesk({ store, rights, tree, applications, clock }),
    agentHome: new AgentHome({ store, devices: console.devices, applications, clock }),
    agentMoves: new AgentMoves({ store, devices, journal, stream, jobs, clock }),
  }
}
