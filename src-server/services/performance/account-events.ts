import type { DeviceEventName } from '../../contract/performance-names.ts'
import type { Device } from '../../domain/device/device.ts'
import type { DeviceEvent } from '../../store/repositories/performance.ts'
import type { WriteUnit } from '../../store/store.ts'
import { slicesOf } from '../../store/slices-of.ts'
import { withPauses } from '../with-pauses.ts'

interface Cause {
  /** The name of the operator, or `customer`. */
  readonly by: string
  readonly at: number
}
type Paused = Pick<Device, 'id' | 'pauseOpen' | 'pauseAdd'>
type Licence = Pick<Device, 'id' | 'vip' | 'disabled'>

/** So many marks go to the store together: over a network, each alone would wait for its answer. */
const AT_ONCE = 500

/** Stores the changed pause switches of trading accounts as marks of their charts. */
export async function pausesKept(unit: WriteUnit, cause: Cause, changed: readonly Paused[]): Promise<void> {
  await keep(
    unit,
    changed.map(({ id, ...switches }) => ({
      ...cause,
      deviceId: id,
      what: pauseName(switches),
      value: null,
    })),
  )
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
  await keep(
    unit,
    changed.flatMap(({ was, is }) => {
      const of = { ...cause, deviceId: is.id }
      const events: DeviceEvent[] = []
      if (was.vip !== is.vip)
        events.push({ ...of, what: is.vip > was.vip ? 'renewed' : 'shortened', value: is.vip })
      if (was.disabled !== is.disabled)
        events.push({ ...of, what: is.disabled ? 'disabled' : 'enabled', value: null })
      return events
    }),
  )
}

async function keep(unit: WriteUnit, events: readonly DeviceEvent[]): Promise<void> {
  for await (const some of withPauses(slicesOf(events, AT_ONCE))) await unit.deviceEvents.add(some)
}
