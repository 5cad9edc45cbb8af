import { accountGet } from '../../../contract/actions/accounts.ts'
import { implement } from '../implement.ts'

export const accountGetAction = implement(accountGet, ({ actor, services }, { id }) =>
  services.accounts.get(actor, id),
)
