import type { BUSINESS_CONTRACT } from '../../contract/actions/business.ts'
import type { BusinessServices } from '../../services/business/create-business-services.ts'
import type { SalesServices } from '../../services/sales/create-sales-services.ts'
import type { ActionsOf } from './handlers.ts'

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
