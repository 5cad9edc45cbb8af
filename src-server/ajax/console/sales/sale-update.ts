import { saleUpdate } from '../../../contract/actions/sales.ts'
import { namedFields } from '../../../contract/subjects/inside.ts'
import { SALE } from '../../../contract/subjects/sale.ts'
import { implement } from '../implement.ts'

export const saleUpdateAction = implement(saleUpdate, ({ actor, services }, { ids, sold, ...words }) =>
  services.sales.update(actor, ids, { ...namedFields(SALE, words), sold }),
)
