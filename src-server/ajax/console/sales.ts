import type { BUSINESS_CONTRACT } from '../../contract/actions/business.ts'
import type { SALE_CONTRACT } from '../../contract/actions/sales.ts'
import { inside } from '../../contract/spelling.ts'
import { namedFields } from '../../contract/subjects/inside.ts'
import { SALE } from '../../contract/subjects/sale.ts'
import type { BusinessServices } from '../../services/business/create-business-services.ts'
import type { SalesServices } from '../../services/sales/create-sales-services.ts'
import type { ActionsOf } from './handlers.ts'
import { listQuery } from './list-query.ts'

export const saleActions = ({
  sales,
  saleTakes,
  saleRefunds,
  ledger,
  ledgerMoney,
  allocations,
}: SalesServices) =>
  ({
    sale_take: ({ actor }, order) => saleTakes.take(actor, inside(order)),
    sale_list: ({ actor }, input) => sales.list(actor, input.filter, listQuery(input, 'taken_at')),
    sale_update: ({ actor }, { ids, sold, ...fields }) =>
      sales.update(actor, ids, { ...namedFields(SALE, fields), sold }),
    sale_refund: ({ actor }, { ids }) => saleRefunds.refund(actor, ids),
    ledger_accounts: ({ actor }, input) => ledger.accounts(actor, input.filter, listQuery(input, 'id')),
    ledger_list: ({ actor }, input) => {
      const { agent, book, ...filter } = input.filter
      return ledger.list(actor, { agent, book }, filter, listQuery(input, 'id'))
    },
    ledger_topup: ({ actor }, order) => ledgerMoney.topUp(actor, order),
    ledger_payout: ({ actor }, order) => ledgerMoney.payOut(actor, order),
    ledger_correct: ({ actor }, order) => ledgerMoney.correct(actor, order),
    ledger_credit_set: ({ actor }, { agent, credit }) => ledgerMoney.setCredit(actor, agent, credit),
    ledger_statement: ({ actor }, { from, to, ...of }) => ledger.statement(actor, of, from, to),
    ledger_verify: async ({ actor }) => {
      const { accounts, transfers, broken } = await ledger.verify(actor)
      return {
        ok: broken.length === 0,
        accounts,
        transfers,
        broken: broken.map(({ id, kind, bookName, agentName }) => ({
          id,
          kind,
          book_name: bookName,
          agent_name: agentName ?? '',
        })),
      }
    },
    allocation_list: ({ actor }, input) => allocations.list(actor, input.filter, listQuery(input, 'id')),
    allocation_create: ({ actor }, order) => allocations.create(actor, order),
    allocation_update: ({ actor }, { id, ...change }) => allocations.update(actor, id, change),
    allocation_history: ({ actor }, { id }) => allocations.history(actor, id),
  }) satisfies ActionsOf<typeof SALE_CONTRACT>

export const businessActions = ({
  business,
  overview,
  sales,
}: BusinessServices & Pick<SalesServices, 'sales'>) =>
  ({
    business_days: async ({ actor }, question) => ({ days: await business.days(actor, question) }),
    business_overview: ({ actor }) => overview.show(actor),
    agent_ranking: async ({ actor }, { from, to }) => ({ rows: await overview.rank(actor, from, to) }),
    sale_sums: ({ actor }, { filter, search }) => sales.sums(actor, filter, search),
  }) satisfies ActionsOf<typeof BUSINESS_CONTRACT>
