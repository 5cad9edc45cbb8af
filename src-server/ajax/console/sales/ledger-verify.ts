import { ledgerVerify } from '../../../contract/actions/sales.ts'
import { implement } from '../implement.ts'

export const ledgerVerifyAction = implement(ledgerVerify, async ({ actor, services }) => {
  const { accounts, transfers, broken } = await services.ledger.verify(actor)
  return {
    ok: broken.length === 0,
    accounts,
    transfers,
    broken: broken.map(({ id, kind, bookName, agentName }) => ({
      id,
      book_name: bookName,
      kind,
      agent_name: agentName ?? '',
    })),
  }
})
