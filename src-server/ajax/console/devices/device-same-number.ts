import { deviceSameNumber } from '../../../contract/actions/devices.ts'
import { implement } from '../implement.ts'

export const deviceSameNumberAction = implement(deviceSameNumber, async ({ actor, services }, asked) => ({
  rows: await services.devices.sameNumber(actor, asked.app, asked.account_key, asked.except),
}))
