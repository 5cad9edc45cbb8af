import type { FLEET_CONTRACT } from '../../contract/actions/fleet.ts'
import { inside } from '../../contract/spelling.ts'
import type { FleetServices } from '../../services/fleet/create-fleet-services.ts'
import type { ActionsOf } from './handlers.ts'

export const fleetActions = ({ fleetCurves, fleetReports, fleetAccounts }: FleetServices) =>
  ({
    fleet_curve: ({ actor }, wanted) => fleetCurves.of(actor, wanted),
    fleet_report: ({ actor }, wanted) => fleetReports.report(actor, wanted),
    fleet_groups: ({ actor }, wanted) => fleetReports.groups(actor, wanted),
    fleet_accounts: ({ actor }, wanted) => fleetAccounts.list(actor, inside(wanted)),
  }) satisfies ActionsOf<typeof FLEET_CONTRACT>
