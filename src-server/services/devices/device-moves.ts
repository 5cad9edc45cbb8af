import type { Device } from '../../domain/device/device.ts'
import type { WriteUnit } from '../../store/store.ts'
import { audit, type Auditor } from '../platform/audit-trail.ts'

export interface Move {
  readonly deviceId: number
  readonly accountKey: string
  /** The developer who owns it. */
  readonly ownerId: number
  /** Unix seconds. */
  readonly at: number
}

/**
 * Moves an authorization to another trading account with all that belongs to it, and the codes that were used for it.
 * From the commit on the old account is refused and the new one is let in. A close command that waits for the old
 * account is taken back: the positions of the new account must stay open.
 * @returns the moved account, or why it stays: it is `gone`, or the new one is `taken`
 */
export async function moveDevice(
  unit: WriteUnit,
  actor: Auditor,
  { deviceId: id, accountKey, ownerId: owner, at }: Move,
): Promise<Device | 'gone' | 'taken'> {
  const [before] = await unit.devices.ofIds([id])
  if (before === undefined) return 'gone'
  const [moved] = await unit.devices.move([{ id, accountKey }])
  if (moved === undefined) return 'taken'
  const codes = await unit.codes.followAccounts([
    { appId: moved.appId, from: before.accountKey, to: accountKey },
  ])
  const [dropped] = await unit.commands.dropOpen(id, at)
  await audit(unit, actor, at, {
    action: 'device_move',
    subject: { kind: 'device', id, label: accountKey },
    app: moved.appId,
    owner,
    before: { accountKey: before.accountKey, codesMoved: 0 },
    after: { accountKey, codesMoved: codes, ...(dropped !== undefined && { closeAll: dropped.state }) },
  })
  unit.changed('device', id, moved)
  if (dropped !== undefined) unit.changed('command', id, dropped)
  return moved
}
