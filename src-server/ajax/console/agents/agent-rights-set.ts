import { agentRightsSet } from '../../../contract/actions/allocations.ts'
import { implement } from '../implement.ts'

export const agentRightsSetAction = implement(
  agentRightsSet,
  ({ actor, services }, { agent, app, ...rights }) =>
    services.agentRightsEditor.set(actor, { agent, app, rights }),
)
