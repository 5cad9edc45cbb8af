import { deviceUpdate } from '../../../contract/actions/devices.ts'
import { implement } from '../implement.ts'
import { deviceFields } from './device-fields.ts'

export const deviceUpdateAction = implement(deviceUpdate, ({ actor, services }, { id, ...given }) =>
  services.devices.update(actor, id, deviceFields(given)),
)
