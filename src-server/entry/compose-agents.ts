import type { AgentServices } from '../ajax/console/implement.ts'
import type { Clock } from '../contract/ports.ts'
import { AgentRightsDesk } from '../services/agent-rights-desk.ts'
import type { Services } from './compose-services.ts'
import type { Stores } from './open-stores.ts'

/** The use cases of those who look after agents, and of agents' days. */
export function composeAgents(parts: {
  readonly stores: Stores
  readonly services: Pick<Services, 'registry' | 'agentRights' | 'agentTree'>
  readonly clock: Clock
}): AgentServices {
  const { clock } = parts
  const { store } = parts.stores
  const { registry: applications, agentRights: rights, agentTree: tree } = parts.services
  return {
    agentRightsDesk: new AgentRightsDesk({ store, rights, tree, applications, clock }),
  }
}
