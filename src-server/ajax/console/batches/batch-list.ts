import { batchList } from '../../../contract/actions/batches.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const batchListAction = implement(batchList, ({ actor, services }, input) =>
  services.batches.list(actor, input.filter, listQuery(input, 'id')),
)
