import { allocationUpdate } from '../../../contract/actions/allocations.ts'
import { implement } from '../implement.ts'

export const allocationUpdateAction = implement(allocationUpdate, ({ actor, services }, { id, ...change }) =>
  services.allocations.update(actor, id, change),
)
