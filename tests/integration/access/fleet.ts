import { harmless, type Attempts, type Target } from './attempt.ts'
import { START } from '../../support/test-server.ts'

const SPAN = { from: START - 86_400, to: START + 86_400 }

export const fleetAttempts = ({ app, agent }: Target) => {
  const places = [SPAN, { ...SPAN, app }, { ...SPAN, agent }]
  return {
    fleet_curve: harmless(...places),
    fleet_report: harmless(...places),
    fleet_groups: harmless(...places.map((place) => ({ ...place, by: 'app' }))),
    fleet_accounts: harmless(...places),
  } satisfies Partial<Attempts>
}
