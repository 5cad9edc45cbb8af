import type { BUSINESS_CONTRACT } from '../../contract/actions/business.ts'
import type { BusinessServices } from '../../services/business/create-business-services.ts'
import type { ActionsOf } from './handlers.ts'

export const businessActions = ({ business }: BusinessServices) =>
  ({
    business_days: async ({ actor }, question) => ({ days: await business.days(actor, question) }),
  }) satisfies ActionsOf<typeof BUSINESS_CONTRACT>
