import { deviceBulk } from '../../../contract/actions/device-bulk.ts'
import { implement } from '../implement.ts'
import { deviceFields } from './device-fields.ts'
import { deviceSelection } from './device-selection.ts'

export const deviceBulkAction = implement(deviceBulk, ({ actor, services }, input) =>
  services.deviceChanges.update(actor, deviceSelection(input), deviceFields(input)),
)
