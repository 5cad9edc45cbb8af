import { agentUnban } from '../../../contract/actions/agents.ts'
import { implement } from '../implement.ts'

export const agentUnbanAction = implement(agentUnban, ({ actor, services }, { id }) =>
  services.agents.unban(actor, id),
)
