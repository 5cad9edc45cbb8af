import { deviceList } from '../../../contract/actions/devices.ts'
import { implement } from '../implement.ts'
import { listQuery } from '../list-query.ts'

export const deviceListAction = implement(deviceList, ({ actor, services }, input) =>
  services.devices.list(actor, input.filter, listQuery(input, 'id')),
)
