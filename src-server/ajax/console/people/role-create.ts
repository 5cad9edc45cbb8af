import { roleCreate } from '../../../contract/actions/staff.ts'
import { implement } from '../implement.ts'

export const roleCreateAction = implement(roleCreate, ({ actor, services }, { name, permissions }) =>
  services.staffRoles.create(actor, name, permissions),
)
