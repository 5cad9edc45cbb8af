import { accountDelete } from '../../../contract/actions/accounts.ts'
import { implement } from '../implement.ts'

export const accountDeleteAction = implement(accountDelete, ({ actor, services }, { ids }) =>
  services.accounts.delete(actor, ids),
)
