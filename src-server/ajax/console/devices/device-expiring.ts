import { deviceExpiring } from '../../../contract/actions/device-bulk.ts'
import { implement } from '../implement.ts'

export const deviceExpiringAction = implement(deviceExpiring, async ({ actor, services }, { filter }) => ({
  counts: await services.devices.countExpiring(actor, filter),
}))
