import { authRequestList } from '../../../contract/actions/requests.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const authRequestListAction = implement(authRequestList, ({ actor, services }, input) =>
  services.requestDesk.list(actor, input.filter, listQuery(input, 'id')),
)
