import { ledgerAccounts } from '../../../contract/actions/sales.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const ledgerAccountsAction = implement(ledgerAccounts, ({ actor, services }, input) =>
  services.ledger.accounts(actor, input.filter, listQuery(input, 'id')),
)
