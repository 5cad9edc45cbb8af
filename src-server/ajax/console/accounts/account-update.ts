import { accountUpdate } from '../../../contract/actions/accounts.ts'
import { ACCOUNT } from '../../../contract/subjects/account.ts'
import { namedFields } from '../../../contract/subjects/inside.ts'
import { implement } from '../implement.ts'

export const accountUpdateAction = implement(
  accountUpdate,
  ({ actor, services }, { id, password, ...fields }) =>
    services.accounts.update(actor, id, namedFields(ACCOUNT, fields), password),
)
