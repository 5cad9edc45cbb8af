import type { z } from 'zod'
import type { deviceUpdate } from '../../../contract/actions/devices.ts'
import type { DeviceChange } from '../../../domain/device/device.ts'

type Named = Omit<z.output<typeof deviceUpdate.input>, 'id'>

/** The members a call names, as they are spelled inside. */
export function deviceFields(given: Named): Omit<DeviceChange, 'pauseOpen' | 'pauseAdd' | 'messengerOpenId'> {
  return {
    ...(given.vip !== undefined && { vip: given.vip }),
    ...(given.label !== undefined && { label: given.label }),
    ...(given.license !== undefined && { license: given.license }),
    ...(given.buy_url !== undefined && { buyUrl: given.buy_url }),
    ...(given.agent !== undefined && { agentId: given.agent }),
    ...(given.disabled !== undefined && { disabled: given.disabled }),
    ...(given.disable_reason !== undefined && { disableReason: given.disable_reason }),
    ...(given.debug !== undefined && { debug: given.debug }),
    ...(given.note !== undefined && { note: given.note }),
  }
}
