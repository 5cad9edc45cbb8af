import type { AGENT_CONTRACT } from '../../contract/actions/agents.ts'
import { inside } from '../../contract/spelling.ts'
import type { AgentServices } from '../../services/agents/create-agent-services.ts'
import type { ActionsOf } from './handlers.ts'
import { listQuery } from './list-query.ts'

export const agentActions = ({ agents, agentRightsEditor, agentHome, agentMoves }: AgentServices) =>
  ({
    agent_list: ({ actor }, input) => agents.list(actor, listQuery(input, 'id')),
    agent_create: ({ actor }, person) => agents.create(actor, person),
    agent_update: ({ actor }, { id, ...fields }) => agents.update(actor, id, fields),
    agent_ban: ({ actor }, { id, reason }) => agents.ban(actor, id, reason),
    agent_unban: ({ actor }, { id }) => agents.unban(actor, id),
    agent_rights_list: async ({ actor }, filter) => ({ rows: await agentRightsEditor.list(actor, filter) }),
    agent_rights_set: ({ actor }, { agent, app, ...rights }) =>
      agentRightsEditor.set(actor, { agent, app, rights }),
    agent_home: ({ actor }) => agentHome.show(actor),
    agent_move_customers: ({ actor }, order) => agentMoves.move(actor, inside(order)),
  }) satisfies ActionsOf<typeof AGENT_CONTRACT>
