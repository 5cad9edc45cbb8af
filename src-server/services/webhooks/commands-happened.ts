import type { WriteUnit } from '../../store/store.ts'
import type { ChangedCommand } from '../../telemetry/command-parts.ts'
import { happened, inParts } from './happened.ts'

/** The events of orders to close all positions, after a step that they took together. */
export async function commandsHappened(unit: WriteUnit, changed: readonly ChangedCommand[]): Promise<void> {
  for (const [app, own] of Map.groupBy(changed, ({ live }) => live.device.appId))
    for (const part of inParts(own)) await write(unit, app, part)
}

async function write(unit: WriteUnit, app: number, part: readonly ChangedCommand[]): Promise<void> {
  const [first] = part
  if (first === undefined) return
  const { state, reason, askedBy, askedAt, overdueAt, confirmedAt, unreportedAt, withdrawnAt } = first.command
  await happened(unit, {
    event: 'account_closed',
    app,
    at: withdrawnAt ?? confirmedAt ?? overdueAt ?? unreportedAt ?? askedAt,
    data: () => ({
      state,
      accounts: part.map(({ live, command }) => ({
        name: live.device.accountKey,
        command: command.id,
        positions: command.overduePositions,
      })),
      reason,
      by: askedBy,
    }),
  })
}
