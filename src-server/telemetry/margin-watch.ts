import { openPositions } from '../contract/open-positions.ts'
import { followDrawdown, judgeDrawdown, type DrawdownAlert } from '../domain/risk/drawdown-alert.ts'
import type { LiveDevice, LivePulse } from './live-device.ts'
import type { RiskAlerts } from './risk-alerts.ts'

interface Devices {
  get(id: number): LiveDevice | undefined
}

/** An account at its limit is short by 100 percent, at twice the limit by 50. */
const LIMIT = 100
/** The time between two events of a margin level that gets worse, seconds. */
const COOLDOWN = 900
/** A shortage that was over for longer delays no event, seconds. */
const FORGOTTEN = 86_400

/**
 * Records margin levels that fall to their account's limit. Alerts of margin levels come from rules alone: where a
 * rule covers the account, the rule records its events.
 */
export class MarginWatch {
  readonly #alerts: RiskAlerts
  /** Accounts whose shortage isn't over, or was an event recently. */
  readonly #shortages = new Map<number, DrawdownAlert>()

  constructor(alerts: RiskAlerts) {
    this.#alerts = alerts
  }

  /** Continues where the server stopped, so that no event is repeated. */
  resume(devices: Devices): void {
    this.#shortages.clear()
    for (const { kind, deviceId, value, threshold, at } of this.#alerts.events.all()) {
      const live = devices.get(deviceId)
      if (kind !== 'margin' || live === undefined) continue
      const { pulse } = live
      const isOver = pulse !== undefined && pulse.at >= at && shortageOf(pulse, threshold ?? 0) < LIMIT
      const dd = shortage(value ?? NaN, threshold ?? 0)
      this.#shortages.set(deviceId, { dd, toldAt: at, isUntold: false, isOver })
    }
  }

  /** Runs now and then. */
  forgetOld(devices: Devices, now: number): void {
    for (const [id, { isOver, toldAt }] of this.#shortages)
      if (devices.get(id) === undefined || (isOver && now - toldAt > FORGOTTEN)) this.#shortages.delete(id)
  }

  /** Runs after the pulse is recorded. */
  onPulse(live: LiveDevice, now: number): void {
    const { pulse, limits, device } = live
    if (pulse === undefined) return
    const { margin_critical: threshold } = limits
    if (this.#alerts.covers(live, 'margin_level')) return
    const last = this.#shortages.get(device.id)
    const short = shortageOf(pulse, threshold)
    const drawdownThreshold = threshold > 0 ? LIMIT : 0
    const verdict = judgeDrawdown(last, short, { drawdownThreshold, alertCooldown: COOLDOWN }, now)
    if (verdict === 'unchanged') return
    const next = followDrawdown(last, verdict, short, now)
    if (next !== undefined && next !== last) this.#shortages.set(device.id, next)
    if (verdict === 'over') return
    this.#alerts.raise(live, { kind: 'margin', at: now, value: pulse.marginLevel, threshold }, undefined)
  }
}

/** NaN when it is unknown, 0 for an account without positions. */
function shortageOf(pulse: LivePulse, threshold: number): number {
  const positions = openPositions(pulse)
  if (positions === 0) return 0
  return Number.isNaN(positions) ? NaN : shortage(pulse.marginLevel, threshold)
}

/** A terminal reports 0 when no margin is in use. */
function shortage(margin: number, threshold: number): number {
  if (Number.isNaN(margin) || margin === 0) return NaN
  return margin > 0 ? (threshold / margin) * LIMIT : Infinity
}
