import { agentRightsList } from '../../../contract/actions/allocations.ts'
import { implement } from '../implement.ts'

export const agentRightsListAction = implement(agentRightsList, async ({ actor, services }, filter) => ({
  rows: await services.agentRightsEditor.list(actor, filter),
}))
