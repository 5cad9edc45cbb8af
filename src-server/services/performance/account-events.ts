import type { DeviceEventName } from '../../contract/performance-names.ts'
import type { Device } from '../../domain/device/device.ts'
import type { WriteUnit } from '../../store/store.ts'
import { withPauses } from '../with-pauses.ts'

interface Cause {
  /** The name of the operator, or `customer`. */
  readonly by: string
  readonly at: number
}
type Paused = Pick<Device, 'id' | 'pauseOpen' | 'pauseAdd'>
type Licence = Pick<Device, 'id' | 'vip' | 'disabled'>

/** Stores the changed pause switches of trading accounts as marks of their charts. */
export async function pausesKept(unit: WriteUnit, cause: Cause, changed: readonly Paused[]): Promise<void> {
  for await (const { id, ...switches } of withPauses(changed))
    await unit.deviceEvents.add({ ...cause, deviceId: id, what: pauseName(switches), value: null })
}

function pauseName({ pauseOpen, pauseAdd }: Omit<Paused, 'id'>): DeviceEventName {
  if (pauseOpen && pauseAdd) return 'pause_both'
  if (pauseOpen) return 'pause_open'
  return pauseAdd ? 'pause_add' : 'resumed'
}

/** Stores the changed licences of trading accounts as marks of their charts. */
export async function licencesKept(
  unit: WriteUnit,
  cause: Cause,
  changed: readonly { readonly was: Licence; readonly is: Licence }[],
): Promise<void> {
  for await (const { was, is } of withPauses(changed)) {
    if (was.vip !== is.vip) {
      const what = is.vip > was.vip ? 'renewed' : 'shortened'
      await unit.deviceEvents.add({ ...cause, deviceId: is.id, what, value: is.vip })
    }
    if (was.disabled !== is.disabled) {
      const what = is.disabled ? 'disabled' : 'enabled'
      await unit.deviceEvents.add({ ...cause, deviceId: is.id, what, value: null })
    }
  }
}
