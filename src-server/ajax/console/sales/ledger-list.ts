import { ledgerList } from '../../../contract/actions/sales.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const ledgerListAction = implement(ledgerList, ({ actor, services }, input) => {
  const { agent, book, ...filter } = input.filter
  return services.ledger.list(actor, { agent, book }, filter, listQuery(input, 'id'))
})
