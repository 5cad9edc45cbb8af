import type { DeviceChange, LiveEvents } from '../../../../src-server/contract/live.ts'
import type { TelemetryRecord } from '../../../../src-server/contract/records/device.ts'

/**
 * Between stream and book. Frozen, it holds pulses back and lets everything else through: a switch or a close_all that
 * moves is shown at once. While pages are read it remembers what was changed, because a page made before a change may
 * arrive after it.
 */
export interface StreamKeeper {
  /** What of the event is to be applied now. */
  take(event: LiveEvents['devices']): LiveEvents['devices']
  freeze(): void
  /** @returns the newest pulse held back of each account */
  thaw(): DeviceChange[]
  beginReading(): void
  /** @returns what changed meanwhile, oldest first */
  endReading(): DeviceChange[]
}

function withoutPulse({ telemetry: _, ...rest }: DeviceChange): DeviceChange | undefined {
  return Object.keys(rest).length > 1 ? rest : undefined
}

export function createStreamKeeper(): StreamKeeper {
  let frozen = false
  let reading = false
  let held = new Map<number, TelemetryRecord>()
  let changed: DeviceChange[] = []

  function hold(change: DeviceChange): DeviceChange[] {
    if (change.telemetry) held.set(change.id, change.telemetry)
    const rest = withoutPulse(change)
    return rest ? [rest] : []
  }

  return {
    take(event) {
      if (reading) {
        for (const change of event.rows) {
          const rest = withoutPulse(change)
          if (rest) changed.push(rest)
        }
      }
      return frozen ? { ...event, rows: event.rows.flatMap(hold) } : event
    },
    freeze() {
      frozen = true
    },
    thaw() {
      frozen = false
      const pulses = [...held].map(([id, telemetry]) => ({ id, telemetry }))
      held = new Map()
      return pulses
    },
    beginReading() {
      reading = true
      changed = []
    },
    endReading() {
      reading = false
      const all = changed
      changed = []
      return all
    },
  }
}
