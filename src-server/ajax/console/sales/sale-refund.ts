import { saleRefund } from '../../../contract/actions/sales.ts'
import { implement } from '../implement.ts'

export const saleRefundAction = implement(saleRefund, ({ actor, services }, { ids }) =>
  services.saleRefunds.refund(actor, ids),
)
