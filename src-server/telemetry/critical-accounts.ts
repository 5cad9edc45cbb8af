import type { Application } from '../domain/application/application.ts'
import { effectiveDrawdown } from '../domain/device/drawdown.ts'
import { riskOf } from '../domain/risk/account-risk.ts'
import type { DrawdownWatch } from './drawdown-watch.ts'
import type { LiveDevice } from './live-device.ts'
import type { MarginWatch } from './margin-watch.ts'
import type { RiskAlerts } from './risk-alerts.ts'

interface Parts {
  readonly alerts: RiskAlerts
  readonly drawdowns: DrawdownWatch
  readonly margins: MarginWatch
}

/** Keeps events in the review for accounts that are critical on the board. */
export class CriticalAccounts {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Runs after the pulse is recorded. A program of an account whose figures are fine costs two look-ups in maps. */
  onPulse(live: LiveDevice, mt5: Application['mt5'], now: number): void {
    const { drawdowns, margins } = this.#parts
    if (live.pulse === undefined) return
    const { drawdown_critical: drawdownThreshold } = live.limits
    drawdowns.onPulse(
      live,
      effectiveDrawdown(live.pulse),
      { drawdownThreshold, alertCooldown: mt5.alertCooldown, alerts: mt5.drawdownThreshold > 0 },
      now,
    )
    margins.onPulse(live, now)
  }

  /** Runs at the start, after a change of limits and now and then, for an account that may not pulse. */
  look(live: LiveDevice, now: number): void {
    const { drawdown, margin } = riskOf(live, now)
    if (drawdown !== 'critical' && margin !== 'critical') return
    const mt5 = this.#parts.alerts.applicationOf(live.device.appId)?.mt5
    if (mt5 === undefined) return
    this.onPulse(live, mt5, now)
    if (drawdown === 'critical') this.#require(live, 'drawdown', now)
    if (margin === 'critical') this.#require(live, 'margin', now)
  }

  /** A drawdown may last longer than its event is kept. */
  #require(live: LiveDevice, kind: 'drawdown' | 'margin', now: number): void {
    const { alerts } = this.#parts
    const { pulse, device, limits } = live
    const subject = kind === 'drawdown' ? 'drawdown' : 'margin_level'
    if (pulse === undefined || alerts.covers(live, subject)) return
    if (alerts.events.of(kind, device.id) !== undefined) return
    const value = kind === 'drawdown' ? effectiveDrawdown(pulse) : pulse.marginLevel
    const threshold = kind === 'drawdown' ? limits.drawdown_critical : limits.margin_critical
    alerts.raise(live, { kind, at: now, value, threshold }, undefined)
  }
}
