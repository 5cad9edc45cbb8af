import type { Command } from '../domain/device/command.ts'
import type { LiveDevice } from './live-device.ts'
import type { RiskEventLog } from './risk-event-log.ts'

/** Notes orders to close that were delivered and not carried out in time. */
export class CloseWatch {
  readonly #events: RiskEventLog

  constructor(events: RiskEventLog) {
    this.#events = events
  }

  /** A command as it was just committed. */
  follow({ device }: Pick<LiveDevice, 'device'>, { state, overdueAt, overduePositions }: Command): void {
    if (state !== 'overdue' || overdueAt === null) return
    this.#events.add({
      kind: 'close_overdue',
      deviceId: device.id,
      appId: device.appId,
      at: overdueAt,
      value: overduePositions,
      threshold: null,
      outboxKey: null,
    })
  }

  /** Notes those whose event a crash took. */
  resume(devices: Iterable<LiveDevice>): void {
    for (const live of devices) {
      const { command, device } = live
      if (command?.state !== 'overdue') continue
      const known = this.#events.of('close_overdue', device.id)
      if (known === undefined || known.at < (command.overdueAt ?? 0)) this.follow(live, command)
    }
  }
}
