import { accountCreate } from '../../../contract/actions/accounts.ts'
import { implement } from '../implement.ts'

export const accountCreateAction = implement(
  accountCreate,
  ({ actor, services }, { app, user, password, qq, disable_reason: disableReason, ...fields }) =>
    services.accounts.create(actor, app, { user, password, qq }, { ...fields, disableReason }),
)
