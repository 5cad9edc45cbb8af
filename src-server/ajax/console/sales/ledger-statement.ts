import { ledgerStatement } from '../../../contract/actions/sales.ts'
import { implement } from '../implement.ts'

export const ledgerStatementAction = implement(ledgerStatement, ({ actor, services }, { from, to, ...of }) =>
  services.ledger.statement(actor, of, from, to),
)
