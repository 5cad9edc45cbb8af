import type { Device, DeviceChange } from '../../domain/device/device.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { withPauses } from '../with-pauses.ts'
import { markOf } from './import-log.ts'
import { itemsWith, type UndoWay, type Verdict } from './undo-way.ts'

/** The members that a row of a file changes, as they were before. */
export function deviceBefore(before: Device, change: DeviceChange): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(before).filter(([member]) => Object.hasOwn(change, member))),
  )
}

/** An imported trading account goes, unless its terminal reported or somebody changed it. A changed one is changed back. */
export function undoDevices({ devices: registry }: { devices: DeviceRegistry }): UndoWay {
  return {
    prepare: () =>
      Promise.resolve({
        async judge(unit, { at }, items) {
          const found = await unit.devices.ofIds(items.map(({ itemId }) => itemId))
          const there = new Map(found.map((device) => [device.id, device]))
          return new Map(
            items.map((item): [typeof item, Verdict] => {
              const device = there.get(item.itemId)
              if (device === undefined) return [item, 'gone']
              const label = device.accountKey
              if (markOf(device) !== item.mark) return [item, { kept: 'changed', label }]
              if (item.before !== null) return [item, 'restore']
              const lastPulse = registry.get(device.id)?.pulse?.at ?? 0
              return [item, lastPulse >= at ? { kept: 'used', label } : 'remove']
            }),
          )
        },
        async undo(unit, verdicts) {
          const deleted = await unit.devices.deleteMany(
            itemsWith(verdicts, 'remove').map(({ itemId }) => itemId),
          )
          const restored: Device[] = []
          for await (const { itemId, before } of withPauses(itemsWith(verdicts, 'restore'))) {
            const device = await unit.devices.update(itemId, readBefore(before))
            if (device !== undefined) restored.push(device)
          }
          unit.afterCommit(() => {
            for (const { id } of deleted) registry.removeDevice(id)
            for (const device of restored) registry.putDevice(device)
          })
          return { removed: deleted.map(({ id }) => id), restored: restored.map(({ id }) => id) }
        },
      }),
  }
}

/** `deviceBefore` wrote it. */
function readBefore(before: string | null): DeviceChange {
  return before === null ? {} : (JSON.parse(before) as DeviceChange)
}
