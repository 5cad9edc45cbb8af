import { ledgerVerify } from '../../../contract/actions/sales.ts'
import { implement } from '../implement.ts'

export const ledgerVerifyAction = implement(ledgerVerify, ({ actor, services }) =>
  services.ledger.verify(actor),
)
