import type { ALERT_CONTRACT } from '../../contract/actions/alerts.ts'
import type { RiskServices } from '../../services/risk/create-risk-services.ts'
import type { ActionsOf } from './handlers.ts'

export const alertActions = ({ snoozes, escalationPlans }: RiskServices) =>
  ({
    risk_snooze: ({ actor }, asked) => snoozes.begin(actor, asked),
    risk_snoozes: async ({ actor }) => ({ rows: snoozes.list(actor) }),
    risk_snooze_end: async ({ actor }, { snooze }) => {
      await snoozes.end(actor, snooze)
      return {}
    },
    app_escalations: async ({ actor }) => ({ rows: await escalationPlans.list(actor) }),
    app_escalation_set: ({ actor }, { app, ...plan }) => escalationPlans.set(actor, app, plan),
  }) satisfies ActionsOf<typeof ALERT_CONTRACT>
