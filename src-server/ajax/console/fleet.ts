import type { FLEET_CONTRACT } from '../../contract/actions/fleet.ts'
import type { FleetServices } from '../../services/fleet/create-fleet-services.ts'
import type { ActionsOf } from './handlers.ts'

export const fleetActions = ({ fleetCurves }: FleetServices) =>
  ({
    fleet_curve: ({ actor }, wanted) => fleetCurves.of(actor, wanted),
  }) satisfies ActionsOf<typeof FLEET_CONTRACT>
