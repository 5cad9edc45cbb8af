import { saleUpdate } from '../../../contract/actions/sales.ts'
import { inside } from '../../../contract/spelling.ts'
import { implement } from '../implement.ts'

export const saleUpdateAction = implement(saleUpdate, ({ actor, services }, { ids, ...words }) =>
  services.sales.update(actor, ids, inside(words)),
)
