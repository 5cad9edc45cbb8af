import type { AGENT_CONTRACT } from '../../contract/actions/agents.ts'
import { inside } from '../../contract/spelling.ts'
import type { AgentHome } from '../../services/agents/agent-home.ts'
import type { AgentMoves } from '../../services/agents/agent-moves.ts'
import type { AgentRightsDesk } from '../../services/agents/agent-rights-desk.ts'
import type { Agents } from '../../services/agents/agents.ts'
import type { ActionsOf } from './handlers.ts'
import { listQuery } from './list-query.ts'

export interface AgentServices {
  readonly agents: Agents
  readonly agentRightsDesk: AgentRightsDesk
  readonly agentHome: AgentHome
  readonly agentMoves: AgentMoves
}

export const agentActions = ({ agents, agentRightsDesk, agentHome, agentMoves }: AgentServices) => ({
  agent_list: ({ actor }, input) => agents.list(actor, listQuery(input, 'id')),
  agent_create: ({ actor }, person) => agents.create(actor, person),
  agent_update: ({ actor }, { id, ...fields }) => agents.update(actor, id, fields),
  agent_ban: ({ actor }, { id, reason }) => agents.ban(actor, id, reason),
  agent_unban: ({ actor }, { id }) => agents.unban(actor, id),
  agent_rights_list: async ({ actor }, filter) => ({ rows: await agentRightsDesk.list(actor, filter) }),
  agent_rights_set: ({ actor }, { agent, app, ...rights }) =>
    agentRightsDesk.set(actor, { agent, app, rights }),
  agent_home: ({ actor }) => agentHome.show(actor),
  agent_move_customers: ({ actor }, order) => agentMoves.move(actor, inside(order)),
}) satisfies ActionsOf<typeof AGENT_CONTRACT>
