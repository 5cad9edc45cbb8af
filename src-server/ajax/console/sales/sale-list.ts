import { saleList } from '../../../contract/actions/sales.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const saleListAction = implement(saleList, ({ actor, services }, input) =>
  services.sales.list(actor, input.filter, listQuery(input, 'taken_at')),
)
