import { staffFreeze } from '../../../contract/actions/staff.ts'
import { implement } from '../implement.ts'

export const staffFreezeAction = implement(staffFreeze, ({ actor, services }, { id, reason }) =>
  services.staff.freeze(actor, id, reason),
)
