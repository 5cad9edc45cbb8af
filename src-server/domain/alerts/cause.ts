import type { RiskEvent } from '../risk/risk-event.ts'

/** The common cause of alerts: a rule, or a setting of an application. */
export interface Cause {
  readonly appId: number
  readonly kind: RiskEvent['kind']
  /** null for a setting of the application. */
  readonly ruleId: number | null
}

export function causeKey({ appId, kind, ruleId }: Cause): string {
  return `${appId}:${ruleId ?? kind}`
}

/** Alerts of a cause that go to the next person when their time comes, unless somebody acknowledges them. */
export interface Escalation extends Cause {
  /** Unix seconds. */
  readonly dueAt: number
  /** The number of persons who got a message. */
  readonly step: number
}

/** The persons of an application who get an alert one after another while nobody acknowledges it. */
export interface EscalationPlan {
  /** The time that each of them has, minutes. */
  readonly minutes: number
  readonly people: readonly number[]
}
