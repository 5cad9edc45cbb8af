import { staffList } from '../../../contract/actions/staff.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const staffListAction = implement(staffList, ({ actor, services }, input) =>
  services.staff.list(actor, input.filter, listQuery(input, 'id')),
)
