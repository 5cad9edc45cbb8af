import { authRequestList } from '../../../contract/actions/requests.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

/** In the order of ids and of times they come alike; the indexes have one or the other. */
export const authRequestListAction = implement(authRequestList, ({ actor, services }, input) => {
  const byDefault = input.filter.state === undefined ? 'id' : 'created_at'
  return services.reviewQueue.list(actor, input.filter, listQuery(input, byDefault))
})
