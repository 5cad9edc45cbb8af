import { agentList } from '../../../contract/actions/agents.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const agentListAction = implement(agentList, ({ actor, services }, input) =>
  services.agents.list(actor, listQuery(input, 'id')),
)
