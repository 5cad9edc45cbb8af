import { SUBJECT_FACTS, type RuleAct, type RuleSubject } from '../../contract/rule-names.ts'
import type { Device } from '../device/device.ts'

/** An alert about a trading account. Times are Unix seconds. */
export type Alert =
  | { readonly kind: 'drawdown'; readonly at: number; readonly dd: number; readonly threshold: number }
  | { readonly kind: 'silent' | 'back'; readonly at: number; readonly heardAt: number }
  | {
      readonly kind: 'close_overdue'
      readonly at: number
      readonly deliveredAt: number
      readonly positions: number | null
      /** The number of failed repeats when the server gives up, else 0. */
      readonly repeats: number
    }
  | RuleAlert

export interface RuleAlert {
  readonly kind: 'rule'
  readonly at: number
  readonly rule: { readonly name: string; readonly subject: RuleSubject }
  readonly value: number | null
  readonly threshold: number
  readonly act: RuleAct
}

export type AlertKind = Alert['kind']

/** An alert with the account and the figures that its text names. NaN for an unknown figure. */
export interface AccountAlert {
  readonly alert: Alert
  readonly account: Pick<Device, 'id' | 'accountKey' | 'label'>
  readonly equity: number
  readonly positions: number
}

/** Alerts of one limit: the same threshold and act. */
export interface AlertPart {
  readonly accounts: number
  readonly first: AccountAlert
}

/** The worst first, one of each account. */
export function worstOf(alerts: readonly AccountAlert[]): AccountAlert[] {
  const seen = new Set<number>()
  return [...alerts].sort(byWeight).filter(({ account }) => !seen.has(account.id) && seen.add(account.id))
}

/** The limits that these alerts reached, the worst first. */
export function partsOf(alerts: readonly AccountAlert[]): AlertPart[] {
  return [...Map.groupBy([...alerts].sort(byWeight), ({ alert }) => limitOf(alert)).values()].flatMap(
    (of) => {
      const [first] = of
      return first === undefined
        ? []
        : [{ first, accounts: new Set(of.map(({ account }) => account.id)).size }]
    },
  )
}

function limitOf(alert: Alert): string {
  switch (alert.kind) {
    case 'drawdown':
      return String(alert.threshold)
    case 'rule':
      return `${alert.threshold} ${alert.act}`
    case 'silent':
    case 'back':
    case 'close_overdue':
      return ''
  }
}

function byWeight(one: AccountAlert, other: AccountAlert): number {
  const [a, b] = [weightsOf(one.alert), weightsOf(other.alert)]
  return b[0] - a[0] || b[1] - a[1] || one.account.id - other.account.id
}

/** The weights of an alert: its limit first, then its value. */
function weightsOf(alert: Alert): readonly [number, number] {
  switch (alert.kind) {
    case 'drawdown':
      return [alert.threshold, alert.dd]
    case 'silent':
    case 'back':
      return [0, -alert.heardAt]
    case 'close_overdue':
      return [0, alert.positions ?? 0]
    case 'rule': {
      const sign = SUBJECT_FACTS[alert.rule.subject].worse === 'over' ? 1 : -1
      return [sign * alert.threshold, sign * (alert.value ?? alert.threshold)]
    }
  }
}
