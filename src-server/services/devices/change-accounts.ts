import type { Actor } from '../../domain/access/scope.ts'
import type { Device, DeviceChange } from '../../domain/device/device.ts'
import type { PauseSwitch } from '../../store/repositories/rules.ts'
import type { WriteUnit } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { auditEach } from '../platform/audit-trail.ts'
import { accountsChanged } from '../webhooks/accounts-changed.ts'
import { accountSubject } from './account-subject.ts'

interface Cause {
  readonly actor: Actor
  /** The act's name in the audit log, which has a row for each account. */
  readonly action: string
  /** Unix seconds. */
  readonly at: number
  readonly registry: Pick<DeviceRegistry, 'get'>
}

/**
 * Changes trading accounts as a part of the caller's unit of work, which has checked that the actor may.
 * @param before some hundred accounts at most, as the unit read them
 * @returns those that still exist
 */
export async function changeAccounts(
  unit: WriteUnit,
  { actor, action, at, registry }: Cause,
  before: readonly Device[],
  change: DeviceChange,
): Promise<Device[]> {
  const ids = before.map(({ id }) => id)
  const after = new Map((await unit.devices.updateMany(ids, change)).map((device) => [device.id, device]))
  const changed = before.flatMap((was) => {
    const is = after.get(was.id)
    return is === undefined ? [] : [{ was, is }]
  })
  const rows = changed.map(({ was, is }) => ({
    action,
    ...accountSubject({ device: is, ownerId: registry.get(is.id)?.ownerId ?? 0 }),
    before: was,
    after: is,
  }))
  await auditEach(unit, actor, at, rows)
  await accountsChanged(unit, { by: actor.name, at }, changed)
  const switches = pausesIn(change)
  if (switches.length > 0) await unit.rules.forgetPauses(ids, switches)
  for (const [id, device] of after) unit.changed('device', id, device)
  return [...after.values()]
}

/** The pause switches that a person sets. A rule's pause of them can't be undone any more. */
function pausesIn({ pauseAdd, pauseOpen }: DeviceChange): PauseSwitch[] {
  return [
    ...(pauseAdd === undefined ? [] : (['pause_add'] as const)),
    ...(pauseOpen === undefined ? [] : (['pause_open'] as const)),
  ]
}
