import type { RISK_CONTRACT } from '../../contract/actions/risks.ts'
import type { RiskServices } from '../../services/risk/create-risk-services.ts'
import type { ActionsOf } from './handlers.ts'

export const riskActions = ({ risks, marketCalendars }: RiskServices) =>
  ({
    market_calendar: async ({ actor }) => marketCalendars.show(actor),
    risk_list: ({ actor }, filter) => risks.list(actor, filter),
    risk_counts: ({ actor }) => risks.counts(actor),
    risk_acknowledge: async ({ actor }, { keys, note }) => ({
      done: await risks.acknowledge(actor, keys, note),
    }),
  }) satisfies ActionsOf<typeof RISK_CONTRACT>
