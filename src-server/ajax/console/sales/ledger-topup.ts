import { ledgerTopUp } from '../../../contract/actions/sales.ts'
import { implement } from '../implement.ts'

export const ledgerTopUpAction = implement(ledgerTopUp, ({ actor, services }, order) =>
  services.ledgerMoney.topUp(actor, order),
)
