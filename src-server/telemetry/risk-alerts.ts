import type { RuleSubject } from '../contract/rule-names.ts'
import type { Application } from '../domain/application/application.ts'
import { alertMessage, reachesAdministrator, type Alert } from '../domain/outbox/alert-message.ts'
import type { OutboxMessage } from '../domain/outbox/message.ts'
import type { RiskEvent } from '../domain/risk/risk-event.ts'
import type { LiveDevice } from './live-device.ts'
import type { RiskEventLog } from './risk-event-log.ts'

interface Parts {
  readonly events: RiskEventLog
  readonly applicationOf: (appId: number) => Application | undefined
  /** Whether a rule decides this subject for the account. The rule alerts in place of a watch. */
  readonly covers: (live: LiveDevice, subject: RuleSubject) => boolean
  /** Minutes that the server's wall clock is ahead of UTC. */
  readonly utcOffset: (at: number) => number
}

/**
 * Stores events of trading accounts, and sends alerts about them to the application's administrator, where
 * the messenger reaches that person.
 */
export class RiskAlerts {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get events(): RiskEventLog {
    return this.#parts.events
  }

  covers(live: LiveDevice, subject: RuleSubject): boolean {
    return this.#parts.covers(live, subject)
  }

  applicationOf(appId: number): Application | undefined {
    return this.#parts.applicationOf(appId)
  }

  /**
   * Events of demo accounts are not stored.
   * @param alert the alert to send, or undefined to store the event alone
   * @returns whether an alert is sent
   */
  raise(
    live: LiveDevice,
    event: Omit<RiskEvent, 'deviceId' | 'appId' | 'outboxKey' | 'firing' | 'tell'>,
    alert: Alert | undefined,
  ): boolean {
    const { id, appId } = live.device
    if (this.applicationOf(appId)?.demo === true) return false
    const message = alert && this.#messageOf(live, alert)
    const outboxKey = message?.key ?? null
    this.#parts.events.add({ ...event, deviceId: id, appId, outboxKey, firing: null, tell: '' }, message)
    return message !== undefined
  }

  /** Sends an alert without an event of its own. */
  tell(live: LiveDevice, alert: Alert): void {
    const message = this.#messageOf(live, alert)
    if (message !== undefined) this.#parts.events.tell(message)
  }

  #messageOf({ device, pulse }: LiveDevice, alert: Alert): OutboxMessage | undefined {
    const application = this.#parts.applicationOf(device.appId)
    if (application === undefined || !reachesAdministrator(application.mt5)) return undefined
    return alertMessage(application, device, pulse, alert, this.#parts.utcOffset(alert.at))
  }
}
