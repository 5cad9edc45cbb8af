import {
  followDrawdown,
  judgeDrawdown,
  type DrawdownAlert,
  type DrawdownPolicy,
} from '../domain/risk/drawdown-alert.ts'
import { effectiveDrawdown } from '../domain/device/drawdown.ts'
import type { RiskEvents } from '../domain/risk/risk-event.ts'
import type { LiveDevice } from './live-device.ts'
import type { RiskAlerts } from './risk-alerts.ts'

interface Devices {
  get(id: number): LiveDevice | undefined
}

/**
 * The longest possible cool-down (records/application.ts), seconds. A drawdown that was over for longer
 * delays no alert.
 */
const LONGEST_COOLDOWN = 604_800

/**
 * Records drawdowns that reach their account's limit, and sends alerts. A pulse costs one look-up in
 * a map.
 */
export class DrawdownWatch {
  readonly #alerts: RiskAlerts
  /** Accounts whose drawdown isn't over, or had an alert recently. */
  readonly #drawdowns = new Map<number, DrawdownAlert>()

  constructor(alerts: RiskAlerts) {
    this.#alerts = alerts
  }

  /** Continues where the server stopped, so that no alert is repeated. */
  resume(devices: Devices): void {
    this.#drawdowns.clear()
    for (const event of this.#alerts.events.all()) {
      const live = devices.get(event.deviceId)
      if (event.kind === 'drawdown' && live !== undefined)
        this.#drawdowns.set(event.deviceId, drawdownOf(event, live))
    }
  }

  /** Runs now and then. Forgets deleted accounts and drawdowns that no longer delay an alert. */
  forgetOld(devices: Devices, now: number): void {
    for (const [id, { isOver, toldAt }] of this.#drawdowns)
      if (devices.get(id) === undefined || (isOver && now - toldAt > LONGEST_COOLDOWN))
        this.#drawdowns.delete(id)
  }

  /** @param dd percent, NaN when the pulse has none @param policy `alerts: false` records events alone */
  onPulse(
    live: LiveDevice,
    dd: number,
    policy: DrawdownPolicy & { readonly alerts?: boolean },
    now: number,
  ): void {
    if (this.#alerts.covers(live, 'drawdown')) return
    const { id } = live.device
    const last = this.#drawdowns.get(id)
    const verdict = judgeDrawdown(last, dd, policy, now)
    if (verdict === 'unchanged') return
    const next = followDrawdown(last, verdict, dd, now)
    if (next !== undefined && next !== last) this.#drawdowns.set(id, next)
    if (verdict === 'over') return
    const threshold = policy.drawdownThreshold
    const told = { kind: 'drawdown', at: now, dd, threshold } as const
    const event = { kind: 'drawdown', at: now, value: dd, threshold } as const
    this.#alerts.raise(live, event, verdict === 'alert' && policy.alerts !== false ? told : undefined)
  }
}

function drawdownOf(event: RiskEvents, { pulse }: LiveDevice): DrawdownAlert {
  const { at, value, threshold, toldAt, tell } = event
  return {
    dd: value ?? 0,
    toldAt: toldAt ?? at,
    // Without a recipient, no alert is pending.
    isUntold: tell === '' && toldAt !== null,
    // A crash may have lost the event's pulse, and an older pulse says nothing about the time after it. How
    // low the drawdown was before the last pulse is unknown after a restart. Below the threshold, a second
    // alert is better than none.
    isOver: pulse !== undefined && pulse.at >= at && effectiveDrawdown(pulse) < (threshold ?? 0),
  }
}
