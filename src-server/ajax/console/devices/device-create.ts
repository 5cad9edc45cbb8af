import { deviceCreate } from '../../../contract/actions/devices.ts'
import { implement } from '../implement.ts'
import { deviceFields } from './device-fields.ts'

export const deviceCreateAction = implement(
  deviceCreate,
  ({ actor, services }, { app, account_key, ...given }) =>
    services.devices.create(actor, app, account_key, { ...deviceFields(given), vip: given.vip }),
)
