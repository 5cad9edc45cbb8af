import type { ALERT_CONTRACT } from '../../contract/actions/alerts.ts'
import type { RISK_CONTRACT } from '../../contract/actions/risks.ts'
import type { RiskServices } from '../../services/risk/create-risk-services.ts'
import { type ActionsOf, emptyAfter } from './handlers.ts'

export const riskActions = ({
  risks,
  acknowledgements,
  snoozes,
  escalationPlans,
  marketCalendars,
}: RiskServices) =>
  ({
    market_calendar: async ({ actor }) => marketCalendars.show(actor),
    risk_list: ({ actor }, filter) => risks.list(actor, filter),
    risk_groups: ({ actor }, filter) => risks.groups(actor, filter),
    risk_counts: ({ actor }) => risks.counts(actor),
    risk_acknowledge: ({ actor }, chosen) => acknowledgements.acknowledge(actor, chosen),
    risk_snooze: ({ actor }, asked) => snoozes.begin(actor, asked),
    risk_snoozes: async ({ actor }) => ({ rows: snoozes.list(actor) }),
    risk_snooze_end: ({ actor }, { snooze }) => emptyAfter(snoozes.end(actor, snooze)),
    app_escalations: async ({ actor }) => ({ rows: await escalationPlans.list(actor) }),
    app_escalation_set: ({ actor }, { app, ...plan }) => escalationPlans.set(actor, app, plan),
  }) satisfies ActionsOf<typeof RISK_CONTRACT & typeof ALERT_CONTRACT>
