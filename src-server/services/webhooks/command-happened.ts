import type { Command } from '../../domain/device/command.ts'
import type { WriteUnit } from '../../store/store.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import { happened } from './happened.ts'

/** The event of an order to close all positions of a trading account, at each of its steps. */
export async function commandHappened(
  unit: WriteUnit,
  { device }: LiveDevice,
  command: Command,
): Promise<void> {
  const { state, reason, askedBy, askedAt, overdueAt, confirmedAt, unreportedAt, withdrawnAt } = command
  await happened(unit, {
    event: 'account_closed',
    app: device.appId,
    at: withdrawnAt ?? confirmedAt ?? overdueAt ?? unreportedAt ?? askedAt,
    data: () => ({
      account: device.accountKey,
      command: command.id,
      state,
      reason,
      positions: command.overduePositions,
      by: askedBy,
    }),
  })
}
