import { deviceExtend } from '../../../contract/actions/device-bulk.ts'
import { implement } from '../implement.ts'
import { deviceSelection } from './device-selection.ts'

export const deviceExtendAction = implement(deviceExtend, ({ actor, services }, input) => {
  const { seconds, until = 0 } = input
  const extension = seconds === undefined ? { until } : { seconds }
  return services.deviceChanges.extend(actor, deviceSelection(input), extension)
})
