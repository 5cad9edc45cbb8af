import { accountCreate } from '../../../contract/actions/accounts.ts'
import { ACCOUNT } from '../../../contract/subjects/account.ts'
import { namedFields } from '../../../contract/subjects/inside.ts'
import { implement } from '../implement.ts'

export const accountCreateAction = implement(
  accountCreate,
  ({ actor, services }, { app, user, password, qq, ...fields }) =>
    services.accounts.create(actor, app, { user, password, qq }, namedFields(ACCOUNT, fields)),
)
