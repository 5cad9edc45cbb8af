import { agentUpdate } from '../../../contract/actions/agents.ts'
import { implement } from '../implement.ts'

export const agentUpdateAction = implement(agentUpdate, ({ actor, services }, { id, ...fields }) =>
  services.agents.update(actor, id, fields),
)
