import { accountList } from '../../../contract/actions/accounts.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const accountListAction = implement(accountList, ({ actor, services }, input) =>
  services.accounts.list(actor, input.filter, listQuery(input, 'id')),
)
