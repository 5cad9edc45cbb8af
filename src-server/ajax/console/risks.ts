import type { RISK_CONTRACT } from '../../contract/actions/risks.ts'
import type { RiskServices } from '../../services/risk/create-risk-services.ts'
import type { ActionsOf } from './handlers.ts'

export const riskActions = ({ risks, acknowledgements, marketCalendars }: RiskServices) =>
  ({
    market_calendar: async ({ actor }) => marketCalendars.show(actor),
    risk_list: ({ actor }, filter) => risks.list(actor, filter),
    risk_groups: ({ actor }, filter) => risks.groups(actor, filter),
    risk_counts: ({ actor }) => risks.counts(actor),
    risk_acknowledge: ({ actor }, chosen) => acknowledgements.acknowledge(actor, chosen),
  }) satisfies ActionsOf<typeof RISK_CONTRACT>
