import { deviceMove } from '../../../contract/actions/device-bulk.ts'
import { implement } from '../implement.ts'

export const deviceMoveAction = implement(
  deviceMove,
  ({ actor, services }, { id, account_key: accountKey }) =>
    services.deviceChanges.move(actor, id, accountKey),
)
