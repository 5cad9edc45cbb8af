import { ledgerCorrect } from '../../../contract/actions/sales.ts'
import { implement } from '../implement.ts'

export const ledgerCorrectAction = implement(ledgerCorrect, ({ actor, services }, order) =>
  services.ledgerMoney.correct(actor, order),
)
