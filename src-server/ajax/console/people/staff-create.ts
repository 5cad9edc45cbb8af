import { staffCreate } from '../../../contract/actions/staff.ts'
import { implement } from '../implement.ts'

export const staffCreateAction = implement(staffCreate, ({ actor, services }, { role, ...person }) =>
  services.staff.create(actor, person, role),
)
