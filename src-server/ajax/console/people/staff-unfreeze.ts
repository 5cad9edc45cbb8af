import { staffUnfreeze } from '../../../contract/actions/staff.ts'
import { implement } from '../implement.ts'

export const staffUnfreezeAction = implement(staffUnfreeze, ({ actor, services }, { id }) =>
  services.staff.unfreeze(actor, id),
)
