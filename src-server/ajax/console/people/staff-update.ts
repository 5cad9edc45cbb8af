import { staffUpdate } from '../../../contract/actions/staff.ts'
import { implement } from '../implement.ts'

export const staffUpdateAction = implement(staffUpdate, ({ actor, services }, { id, role, ...fields }) =>
  services.staff.update(actor, id, fields, role),
)
