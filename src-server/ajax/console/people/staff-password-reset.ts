import { staffPasswordReset } from '../../../contract/actions/staff.ts'
import { implement } from '../implement.ts'

export const staffPasswordResetAction = implement(staffPasswordReset, ({ actor, services }, { id }) =>
  services.people.resetPassword(actor, 'staff', id),
)
