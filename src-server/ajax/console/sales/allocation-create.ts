import { allocationCreate } from '../../../contract/actions/allocations.ts'
import { implement } from '../implement.ts'

export const allocationCreateAction = implement(allocationCreate, ({ actor, services }, order) =>
  services.allocations.create(actor, order),
)
