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

/** The longest cool-down there is (records/application.ts), seconds: what was over for longer holds nothing back. */
const LONGEST_COOLDOWN = 604_800

/** Notes drawdowns that reach their application's threshold, and tells of them. A pulse pays one look in a map for it. */
export class DrawdownWatch {
  readonly #alerts: RiskAlerts
  /** Accounts whose drawdown isn't over, or was told of not long ago. */
  readonly #drawdowns = new Map<number, DrawdownAlert>()

  constructor(alerts: RiskAlerts) {
    this.#alerts = alerts
  }

  /** Goes on where the server stopped: what was told of isn't told of again. */
  resume(devices: Devices): void {
    for (const event of this.#alerts.events.all()) {
      const live = devices.get(event.deviceId)
      if (event.kind === 'drawdown' && live !== undefined)
        this.#drawdowns.set(event.deviceId, drawdownOf(event, live))
    }
  }

  /** Run now and then: forgets accounts that are gone, and what holds no alert back any more. */
  forgetOld(devices: Devices, now: number): void {
    for (const [id, { isOver, toldAt }] of this.#drawdowns)
      if (devices.get(id) === undefined || (isOver && now - toldAt > LONGEST_COOLDOWN))
        this.#drawdowns.delete(id)
  }

  /** @param dd percent, NaN where the pulse says none */
  onPulse(live: LiveDevice, dd: number, policy: DrawdownPolicy, now: number): void {
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
    this.#alerts.raise(live, event, verdict === 'alert' ? told : undefined)
  }
}

function drawdownOf(event: RiskEvents, { pulse }: LiveDevice): DrawdownAlert {
  const { at, value, threshold, toldAt, outboxKey } = event
  return {
    dd: value ?? 0,
    toldAt: toldAt ?? at,
    // Without a messenger nobody waits to be told.
    isUntold: outboxKey === null && toldAt !== null,
    // A crash may have taken the pulse that the event is of: an older one says nothing of what came after. How low it was before the
    // last pulse isn't known any more: from below the threshold it is better told of twice than not at all.
    isOver: pulse !== undefined && pulse.at >= at && effectiveDrawdown(pulse) < (threshold ?? 0),
  }
}
