import { isExhausted, type Command } from '../domain/device/command.ts'
import type { LiveDevice } from './live-device.ts'
import type { RiskAlerts } from './risk-alerts.ts'

/**
 * Records close orders that a terminal took and didn't carry out in time, and sends alerts about them where
 * the application wants that.
 */
export class CloseWatch {
  readonly #alerts: RiskAlerts

  constructor(alerts: RiskAlerts) {
    this.#alerts = alerts
  }

  /** @param command as just committed. It may come twice: from the copy that changed it, and from the store */
  follow(live: LiveDevice, command: Command): void {
    const { state, overdueAt: at, overduePositions: positions, deliveredAt } = command
    if (state !== 'overdue' || at === null || this.#alerts.covers(live, 'close_overdue')) return
    if (this.#alerts.events.of('close_overdue', live.device.id)?.at === at) return
    const event = { kind: 'close_overdue', at, value: positions, threshold: null } as const
    const told = {
      kind: 'close_overdue',
      at,
      deliveredAt: deliveredAt ?? at,
      positions,
      repeats: isExhausted(command) ? command.repeats : 0,
    } as const
    this.#alerts.raise(live, event, this.#isWanted(live, command, at) ? told : undefined)
  }

  /** Records overdue commands whose event was lost in a crash. */
  resume(devices: Iterable<LiveDevice>): void {
    for (const live of devices) {
      const { command, device } = live
      if (command?.state !== 'overdue') continue
      const known = this.#alerts.events.of('close_overdue', device.id)
      if (known === undefined || known.at < (command.overdueAt ?? 0)) this.follow(live, command)
    }
  }

  /**
   * A command that the server repeats becomes overdue again every minute. It causes one alert in a cool-down,
   * and one when the server gives up.
   */
  #isWanted({ device }: LiveDevice, command: Command, at: number): boolean {
    const mt5 = this.#alerts.applicationOf(device.appId)?.mt5
    if (mt5?.closeOverdueAlert !== true) return false
    const toldAt = this.#alerts.events.of('close_overdue', device.id)?.toldAt ?? null
    if (command.repeats === 0 || isExhausted(command) || toldAt === null) return true
    return Math.abs(at - toldAt) >= mt5.alertCooldown
  }
}
