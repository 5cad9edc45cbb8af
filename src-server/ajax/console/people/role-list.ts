import { roleList } from '../../../contract/actions/staff.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const roleListAction = implement(roleList, ({ actor, services }, input) =>
  services.staffRoles.list(actor, listQuery(input, 'id')),
)
