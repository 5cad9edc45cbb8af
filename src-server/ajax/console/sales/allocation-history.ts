import { allocationHistory } from '../../../contract/actions/allocations.ts'
import { implement } from '../implement.ts'

export const allocationHistoryAction = implement(allocationHistory, ({ actor, services }, { id }) =>
  services.allocations.history(actor, id),
)
