import { ledgerCreditSet } from '../../../contract/actions/sales.ts'
import { implement } from '../implement.ts'

export const ledgerCreditSetAction = implement(ledgerCreditSet, ({ actor, services }, { agent, credit }) =>
  services.ledgerMoney.setCredit(actor, agent, credit),
)
