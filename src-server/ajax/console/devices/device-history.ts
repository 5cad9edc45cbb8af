import { deviceHistory } from '../../../contract/actions/devices.ts'
import { implement } from '../implement.ts'

export const deviceHistoryAction = implement(deviceHistory, async ({ actor, services }, { id, ...span }) => ({
  rows: await services.devices.history(actor, { deviceId: id, ...span }),
}))
