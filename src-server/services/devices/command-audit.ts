import type { Actor } from '../../domain/access/scope.ts'
import type { WriteUnit } from '../../store/store.ts'
import type { ChangedCommand } from '../../telemetry/command-parts.ts'
import { auditEach, SERVER } from '../platform/audit-trail.ts'
import { accountSubject } from './account-subject.ts'

/**
 * Records that an operator asked accounts to close all, or took it back. Without an operator the server asked again.
 */
export async function auditCommands(
  unit: WriteUnit,
  changed: readonly ChangedCommand[],
  by?: Actor,
): Promise<void> {
  const [first] = changed
  if (first === undefined) return
  const rows = changed.map(({ live, command }) => ({
    action: by === undefined ? 'close_all_rearm' : 'device_control',
    ...accountSubject(live),
    after: { closeAll: command.state, reason: command.reason },
  }))
  await auditEach(unit, by ?? SERVER, first.command.withdrawnAt ?? first.command.askedAt, rows)
}
