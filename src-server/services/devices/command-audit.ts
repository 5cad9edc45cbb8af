import type { Actor } from '../../domain/access/scope.ts'
import type { Command } from '../../domain/device/command.ts'
import type { WriteUnit } from '../../store/store.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import { audit, SERVER } from '../platform/audit-trail.ts'
import { accountSubject } from './account-subject.ts'

/**
 * Records that an operator asked an account to close all, or took it back. Without an operator the server asked
 * again.
 */
export async function auditCommand(
  unit: WriteUnit,
  live: LiveDevice,
  command: Command,
  by: Actor | undefined,
): Promise<void> {
  await audit(unit, by ?? SERVER, command.withdrawnAt ?? command.askedAt, {
    action: by === undefined ? 'close_all_rearm' : 'device_control',
    ...accountSubject(live),
    after: { closeAll: command.state, reason: command.reason },
  })
}
