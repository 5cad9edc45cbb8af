import { deviceControl } from '../../../contract/actions/devices.ts'
import { implement } from '../implement.ts'

export const deviceControlAction = implement(deviceControl, async ({ actor, services }, input) => {
  const ids = services.devices.select(actor, input)
  return services.deviceControls.set(actor, ids, {
    pauseOpen: input.pause_open,
    pauseAdd: input.pause_add,
    closeAll: input.close_all,
    reason: input.reason,
  })
})
