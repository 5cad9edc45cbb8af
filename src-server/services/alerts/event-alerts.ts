import type { AccountAlert, Alert } from '../../domain/alerts/alert.ts'
import type { Rule } from '../../domain/rules/rule.ts'
import type { StoredEvent } from '../../store/repositories/alerts.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import { figuresOf } from '../../telemetry/risk-alerts.ts'

/** @param rule of the events, undefined where they have none or the rule was deleted */
export function accountAlertOf(
  event: StoredEvent,
  live: LiveDevice,
  rule: Pick<Rule, 'name' | 'subject'> | undefined,
): AccountAlert | undefined {
  const alert = alertOf(event, rule)
  if (alert === undefined) return undefined
  // An event that no message was wanted for has no figures of its own: those of the last pulse are younger.
  const { equity, positions } = event.facts ?? figuresOf(live)
  return { alert, account: live.device, equity: equity ?? NaN, positions: positions ?? NaN }
}

function alertOf(event: StoredEvent, rule: Pick<Rule, 'name' | 'subject'> | undefined): Alert | undefined {
  const { kind, at, value, threshold, facts, firing } = event
  switch (kind) {
    case 'drawdown':
      return { kind, at, dd: value ?? NaN, threshold: threshold ?? NaN }
    case 'silent':
    case 'back':
      return { kind, at, heardAt: value ?? at }
    case 'close_overdue':
      return {
        kind,
        at,
        deliveredAt: facts?.deliveredAt ?? at,
        positions: value,
        repeats: facts?.repeats ?? 0,
      }
    case 'margin':
      // Alerts of margin levels come from rules alone.
      return undefined
    case 'rule':
      return rule === undefined || firing === null
        ? undefined
        : { kind, at, rule, value, threshold: threshold ?? NaN, act: firing.act }
  }
}
