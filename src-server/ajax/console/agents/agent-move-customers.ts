import { agentMoveCustomers } from '../../../contract/actions/agent-desk.ts'
import { implement } from '../implement.ts'

export const agentMoveCustomersAction = implement(
  agentMoveCustomers,
  ({ actor, services }, { dry_run: dryRun, ...order }) =>
    services.agentMoves.move(actor, { ...order, dryRun }),
)
