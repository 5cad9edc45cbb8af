import type { Device, DeviceChange } from '../../domain/device/device.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { slicesOf, TOGETHER } from '../../store/slices-of.ts'
import { withPauses } from '../with-pauses.ts'
import { markOf } from './import-log.ts'
import { itemsWith, judgeEach, recordsOf, type UndoWay } from './undo-way.ts'

/** The members that a row of a file changes, as they were before. */
export function deviceBefore(before: Device, change: DeviceChange): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(before).filter(([member]) => Object.hasOwn(change, member))),
  )
}

/** Another write that leaves an account as it was is no change. */
export function deviceMark({ revision: _, ...members }: Device): string {
  return markOf(members)
}

/** An imported trading account goes, unless its terminal reported or somebody changed it. A changed one is changed back. */
export function undoDevices({ devices: registry }: { devices: DeviceRegistry }): UndoWay {
  return {
    prepare: () =>
      Promise.resolve({
        async judge(unit, { at }, items) {
          return judgeEach(items, await unit.devices.ofIds(recordsOf(items)), (item, device) => {
            const label = device.accountKey
            if (deviceMark(device) !== item.mark) return { kept: 'changed', label }
            if (item.before !== null) return 'restore'
            const lastPulse = registry.get(device.id)?.pulse?.at ?? 0
            return lastPulse >= at ? { kept: 'used', label } : 'remove'
          })
        },
        async undo(unit, verdicts) {
          const deleted = await unit.devices.deleteMany(recordsOf(itemsWith(verdicts, 'remove')))
          const restored: Device[] = []
          for await (const part of withPauses(slicesOf(itemsWith(verdicts, 'restore'), TOGETHER))) {
            const changes = part.map(({ itemId: id, before }) => ({ id, change: readBefore(before) }))
            restored.push(...(await unit.devices.updateEach(changes)))
          }
          for (const { id } of deleted) unit.changed('device', id, null)
          for (const device of restored) unit.changed('device', device.id, device)
          return { removed: deleted.map(({ id }) => id), restored: restored.map(({ id }) => id) }
        },
      }),
  }
}

/** `deviceBefore` wrote it. */
function readBefore(before: string | null): DeviceChange {
  return before === null ? {} : (JSON.parse(before) as DeviceChange)
}
