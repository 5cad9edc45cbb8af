import { judgeDrawdown, type DrawdownAlert, type DrawdownPolicy } from '../domain/risk/drawdown-alert.ts'
import type { LiveDevice } from './live-device.ts'
import type { RiskEventLog } from './risk-event-log.ts'

interface Devices {
  get(id: number): LiveDevice | undefined
}

/** Notes drawdowns that reach their application's threshold. A pulse pays one look in a map for it, and only where there is a threshold. */
export class DrawdownWatch {
  readonly #events: RiskEventLog
  /** Accounts whose drawdown isn't over. */
  readonly #alerts = new Map<number, DrawdownAlert>()

  constructor(events: RiskEventLog) {
    this.#events = events
  }

  /** Goes on where the server stopped: a drawdown that was told of, and isn't over, isn't told of again. */
  resume(devices: Devices, now: number): void {
    for (const { kind, deviceId, at, value, threshold } of this.#events.all()) {
      const live = devices.get(deviceId)
      if (kind !== 'drawdown' || live === undefined) continue
      const alert = { at, dd: value ?? 0 }
      const policy = { drawdownThreshold: threshold ?? 0, alertCooldown: 0 }
      if (judgeDrawdown(alert, live.pulse?.dd ?? NaN, policy, now) !== 'over')
        this.#alerts.set(deviceId, alert)
    }
  }

  /** Run now and then: accounts that are gone have no drawdown. */
  forgetGone(devices: Devices): void {
    for (const id of this.#alerts.keys()) if (devices.get(id) === undefined) this.#alerts.delete(id)
  }

  /** @param dd percent, NaN where the pulse says none */
  onPulse(live: LiveDevice, dd: number, policy: DrawdownPolicy, now: number): void {
    if (policy.drawdownThreshold <= 0) return
    const { id, appId } = live.device
    switch (judgeDrawdown(this.#alerts.get(id), dd, policy, now)) {
      case 'unchanged':
        return
      case 'over':
        this.#alerts.delete(id)
        return
      case 'alert':
        this.#alerts.set(id, { at: now, dd })
        this.#events.add({
          kind: 'drawdown',
          deviceId: id,
          appId,
          at: now,
          value: dd,
          threshold: policy.drawdownThreshold,
          outboxKey: null,
        })
    }
  }
}
