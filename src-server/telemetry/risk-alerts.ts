import { openPositions } from '../contract/open-positions.ts'
import type { Steward } from '../copies/stewardship.ts'
import type { RuleSubject } from '../contract/rule-names.ts'
import type { Alert, RuleAlert } from '../domain/alerts/alert.ts'
import type { Application } from '../domain/application/application.ts'
import { knownFigure } from '../domain/device/known-figure.ts'
import type { AlertFacts, RiskEvent, RiskEvents } from '../domain/risk/risk-event.ts'
import type { Rule } from '../domain/rules/rule.ts'
import type { LiveDevice } from './live-device.ts'
import type { RiskEventLog } from './risk-event-log.ts'

interface Parts {
  readonly events: RiskEventLog
  /** Other copies of the server learn of the steward's events. */
  readonly steward: Pick<Steward, 'isMine'>
  readonly applicationOf: (appId: number) => Application | undefined
  /** Whether a rule decides this subject for the account. The rule alerts in place of a watch. */
  readonly covers: (live: LiveDevice, subject: RuleSubject) => boolean
}

/** The alerts that the watches raise. Rules store their own events. */
type WatchAlert = Exclude<Alert, RuleAlert>

/**
 * Stores events of trading accounts, and that a message about them is wanted. The messages gather the events of a burst
 * (services/alerts/alert-bursts.ts).
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
   * @param alert the wanted alert, or undefined to store the event alone
   */
  raise(
    live: LiveDevice,
    event: Pick<RiskEvent, 'kind' | 'at' | 'value' | 'threshold'>,
    alert: WatchAlert | undefined,
  ): void {
    const { id: deviceId, appId } = live.device
    const application = this.applicationOf(appId)
    if (application === undefined || application.demo || !this.#parts.steward.isMine) return
    this.#parts.events.add({
      ...event,
      deviceId,
      appId,
      outboxKey: null,
      firing: null,
      tell: alert === undefined ? '' : 'wanted',
      facts: alert && factsOf(live, alert),
    })
  }

  /**
   * An account pulses again. A silence without an alert so far, or with a snoozed one, ends without an alert.
   * @param silence its event, undefined where it has none
   * @param heardAt the last pulse before it, Unix seconds
   */
  raiseBack(live: LiveDevice, silence: RiskEvents | undefined, heardAt: number, now: number): void {
    const tell = silence?.tell ?? ''
    if (tell !== 'wanted' && tell !== 'told') return
    const event = { kind: 'back', at: now, value: heardAt, threshold: null } as const
    this.raise(live, event, { kind: 'back', at: now, heardAt })
  }
}

/** Tells that an account whose silence made a rule fire pulses again. The persons whom a rule names get no such message. */
export function tellBack(alerts: RiskAlerts, live: LiveDevice, rule: Rule, now: number): void {
  const firing = alerts.events.ofRule(rule.id, live.device.id)
  if (firing === undefined || rule.people.length > 0) return
  alerts.raiseBack(live, firing, firing.at - (firing.value ?? 0), now)
}

/** The figures of the account's last pulse that a message names. */
export function figuresOf({ pulse }: LiveDevice): AlertFacts {
  return {
    equity: knownFigure(pulse?.equity),
    positions: knownFigure(pulse && openPositions(pulse)),
  }
}

function factsOf(live: LiveDevice, alert: WatchAlert): AlertFacts {
  return {
    ...figuresOf(live),
    ...(alert.kind === 'close_overdue' && { deliveredAt: alert.deliveredAt, repeats: alert.repeats }),
  }
}
