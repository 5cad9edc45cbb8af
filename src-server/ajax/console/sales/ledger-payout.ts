import { ledgerPayout } from '../../../contract/actions/sales.ts'
import { implement } from '../implement.ts'

export const ledgerPayoutAction = implement(ledgerPayout, ({ actor, services }, order) =>
  services.ledgerMoney.payOut(actor, order),
)
