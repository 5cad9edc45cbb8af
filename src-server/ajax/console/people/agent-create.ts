import { agentCreate } from '../../../contract/actions/agents.ts'
import { implement } from '../implement.ts'

export const agentCreateAction = implement(agentCreate, ({ actor, services }, person) =>
  services.agents.create(actor, person),
)
