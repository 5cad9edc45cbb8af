import { agentBan } from '../../../contract/actions/agents.ts'
import { implement } from '../implement.ts'

export const agentBanAction = implement(agentBan, ({ actor, services }, { id, reason }) =>
  services.agents.ban(actor, id, reason),
)
