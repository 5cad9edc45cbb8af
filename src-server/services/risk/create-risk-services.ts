import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { PlatformHealthService } from '../platform/platform-health.ts'
import { MarketLearning } from '../markets/market-learning.ts'
import { MarketCalendars } from '../markets/market-calendars.ts'
import { AlertBursts } from '../alerts/alert-bursts.ts'
import { AlertEscalations } from '../alerts/alert-escalations.ts'
import { AlertRoutes } from '../alerts/alert-routes.ts'
import { EscalationPlans } from '../alerts/escalation-plans.ts'
import type { ServiceContext } from '../service-context.ts'
import { ObservedRisks } from './observed-risks.ts'
import { RiskNames } from './risk-names.ts'
import { RiskNotes } from './risk-notes.ts'
import { Risks } from './risks.ts'
import { SettingsRisks } from './settings-risks.ts'
import { SnoozeMemory } from './snooze-memory.ts'
import { Snoozes } from './snoozes.ts'
import { RiskAcknowledgements } from './risk-acknowledgements.ts'

type Deps = Pick<
  ServiceContext,
  | 'store'
  | 'copy'
  | 'steward'
  | 'followers'
  | 'registry'
  | 'devices'
  | 'watches'
  | 'rules'
  | 'markets'
  | 'noticePost'
  | 'clock'
  | 'utcOffset'
> & {
  readonly settings: { readonly current: PlatformSettings }
  readonly health: PlatformHealthService
}

export type RiskServices = Awaited<ReturnType<typeof createRiskServices>>

/** The review of risks: those that the watches observed, and those of weak settings. */
export async function createRiskServices(deps: Deps) {
  const { store, registry: applications, devices, settings, health, clock } = deps
  const { events, refusals, addresses, terminals } = deps.watches
  const rules = deps.rules.book
  const notes = new RiskNotes()
  notes.follow(deps.followers)
  await notes.load(store)
  const snoozes = new SnoozeMemory()
  snoozes.follow(deps.followers)
  await snoozes.load(store)
  const names = new RiskNames({ store, applications, devices, addresses })
  const risks = new Risks({
    store,
    observed: new ObservedRisks({ applications, devices, events, refusals, addresses, terminals, rules }),
    ofSettings: new SettingsRisks(applications, deps.copy.isShared),
    notes,
    snoozes,
    names,
    settings,
    health,
    clock,
  })
  const routes = new AlertRoutes({ post: deps.noticePost })
  const about = { store, registry: applications, devices, rules, routes, clock }
  const escalations = new AlertEscalations({ ...about, steward: deps.steward, risks })
  const marketLearning = new MarketLearning(deps)
  await marketLearning.load()
  return {
    marketLearning,
    marketCalendars: new MarketCalendars(deps),
    risks,
    acknowledgements: new RiskAcknowledgements({ store, risks, names, clock }),
    alertBursts: new AlertBursts({
      ...about,
      followers: deps.followers,
      events,
      snoozes,
      escalations,
      utcOffset: deps.utcOffset,
    }),
    alertEscalations: escalations,
    escalationPlans: new EscalationPlans({ store, registry: applications, clock }),
    snoozes: new Snoozes({ store, registry: applications, devices, rules, memory: snoozes, clock }),
  }
}
