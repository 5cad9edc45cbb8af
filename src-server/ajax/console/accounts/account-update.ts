import { accountUpdate } from '../../../contract/actions/accounts.ts'
import { implement } from '../implement.ts'

export const accountUpdateAction = implement(
  accountUpdate,
  ({ actor, services }, { id, password, disable_reason: disableReason, ...fields }) =>
    services.accounts.update(actor, id, { ...fields, disableReason }, password),
)
