import type { RiskKind } from '../../contract/sales-names.ts'

/**
 * A time in which a person wants no alerts about a trading account, a rule, or a kind of risk. It ends by itself. Times
 * are Unix seconds.
 */
export interface Snooze {
  readonly id: number
  /** The operator whose applications it is about. */
  readonly ownerId: number
  /** At most one of these three is set. An application without them is snoozed as a whole. */
  readonly deviceId: number | null
  readonly ruleId: number | null
  readonly kind: RiskKind | null
  /** Limits a kind to one application. null for all of the owner's. */
  readonly appId: number | null
  readonly until: number
  readonly note: string
  readonly byId: number
  readonly by: string
  readonly at: number
}

/** A risk or an event, as far as a snooze covers it. */
export interface Snoozable {
  readonly kind: RiskKind
  readonly ownerId: number
  readonly app: number | null
  /** null for a risk of something else. */
  readonly deviceId: number | null
  readonly ruleId: number | null
}

type Target = Pick<Snooze, 'ownerId' | 'deviceId' | 'ruleId' | 'kind' | 'appId'>

/** Whether two snoozes are about the same. The application of an account or a rule doesn't count. */
export function isSameTarget(one: Target, other: Target): boolean {
  return (
    one.ownerId === other.ownerId &&
    one.deviceId === other.deviceId &&
    one.ruleId === other.ruleId &&
    one.kind === other.kind &&
    (one.deviceId !== null || one.ruleId !== null || one.appId === other.appId)
  )
}

export function covers(snooze: Snooze, about: Snoozable, now: number): boolean {
  if (snooze.until <= now || snooze.ownerId !== about.ownerId) return false
  if (snooze.deviceId !== null) return snooze.deviceId === about.deviceId
  if (snooze.ruleId !== null) return snooze.ruleId === about.ruleId
  return (snooze.kind ?? about.kind) === about.kind && (snooze.appId === null || snooze.appId === about.app)
}
