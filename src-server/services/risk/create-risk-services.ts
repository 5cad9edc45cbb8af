import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { PlatformHealthService } from '../platform/platform-health.ts'
import type { ServiceContext } from '../service-context.ts'
import { ObservedRisks } from './observed-risks.ts'
import { RiskNames } from './risk-names.ts'
import { RiskNotes } from './risk-notes.ts'
import { Risks } from './risks.ts'
import { SettingsRisks } from './settings-risks.ts'

type Deps = Pick<ServiceContext, 'store' | 'registry' | 'devices' | 'watches' | 'rules' | 'clock'> & {
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
  await notes.load(store)
  return {
    risks: new Risks({
      store,
      observed: new ObservedRisks({ applications, devices, events, refusals, addresses, terminals, rules }),
      ofSettings: new SettingsRisks(applications),
      notes,
      names: new RiskNames({ store, applications, devices, addresses }),
      settings,
      health,
      clock,
    }),
  }
}
