import { deviceGet } from '../../../contract/actions/devices.ts'
import { implement } from '../implement.ts'

export const deviceGetAction = implement(deviceGet, ({ actor, services }, { id }) =>
  services.devices.get(actor, id),
)
