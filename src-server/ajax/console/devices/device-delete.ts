import { deviceDelete } from '../../../contract/actions/device-bulk.ts'
import { implement } from '../implement.ts'
import { deviceSelection } from './device-selection.ts'

export const deviceDeleteAction = implement(deviceDelete, ({ actor, services }, input) =>
  services.deviceChanges.delete(actor, deviceSelection(input), input.codes),
)
