import type { RiskKind } from '../../contract/sales-names.ts'

export type RiskLevel = 'high' | 'medium' | 'low'

/** A risk, before names are resolved. Times are Unix seconds. */
export interface Risk {
  /** Identifies the risk and its occurrence: a new occurrence has another key. */
  readonly key: string
  readonly kind: RiskKind
  readonly level: RiskLevel
  /** null for the platform's own risks. */
  readonly app: number | null
  /** The application's owner. 0 for the platform. */
  readonly ownerId: number
  readonly subjectKind: 'device' | 'code' | 'application' | 'settings'
  readonly subjectId: number
  readonly since: number
  readonly at: number
  readonly times: number
  readonly facts: Readonly<Record<string, string | number | null>>
  /** The key of the outbox message about the risk. null for none. */
  readonly outboxKey: string | null
}

/** An operator's note on a risk. */
export interface RiskNote {
  readonly key: string
  readonly ownerId: number
  readonly byId: number
  readonly by: string
  readonly note: string
  readonly at: number
}

export const RANK: Readonly<Record<RiskLevel, number>> = { high: 0, medium: 1, low: 2 }

export interface Seen {
  readonly risk: Risk
  readonly note: RiskNote | undefined
  /** The end of its snooze, Unix seconds. null while nobody snoozes it. */
  readonly snoozedUntil: number | null
}

/** Unacknowledged risks first, of them those that nobody snoozes, then the worst, then the latest. */
export function byUrgency(one: Seen, other: Seen): number {
  return (
    Number(one.note !== undefined) - Number(other.note !== undefined) ||
    Number(one.snoozedUntil !== null) - Number(other.snoozedUntil !== null) ||
    RANK[one.risk.level] - RANK[other.risk.level] ||
    latest(other.risk) - latest(one.risk) ||
    (one.risk.key < other.risk.key ? -1 : 1)
  )
}

/** The age of a risk for sorting. A risky setting exists at every moment, so its beginning counts. */
function latest({ kind, since, at }: Risk): number {
  return kind === 'weak_setting' || kind === 'keys_exposed' ? since : at
}
