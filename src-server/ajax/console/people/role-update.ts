import { roleUpdate } from '../../../contract/actions/staff.ts'
import { implement } from '../implement.ts'

export const roleUpdateAction = implement(roleUpdate, ({ actor, services }, { id, ...change }) =>
  services.staffRoles.update(actor, id, change),
)
