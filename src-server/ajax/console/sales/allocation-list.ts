import { allocationList } from '../../../contract/actions/allocations.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const allocationListAction = implement(allocationList, ({ actor, services }, input) =>
  services.allocations.list(actor, input.filter, listQuery(input, 'id')),
)
