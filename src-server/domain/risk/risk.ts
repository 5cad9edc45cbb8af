import type { RiskKind } from '../../contract/sales-names.ts'

export type RiskLevel = 'high' | 'medium' | 'low'

/** Something to look at, before names are put to it. Times are Unix seconds. */
export interface Risk {
  /** Names it, and what makes it new: what happens anew has another key. */
  readonly key: string
  readonly kind: RiskKind
  readonly level: RiskLevel
  /** null for the platform's own. */
  readonly app: number | null
  /** Whose: the application's owner, 0 for the platform. */
  readonly ownerId: number
  readonly subjectKind: 'device' | 'code' | 'application' | 'settings'
  readonly subjectId: number
  readonly since: number
  readonly at: number
  readonly times: number
  readonly facts: Readonly<Record<string, string | number | null>>
  /** The outbox message that tells of it; null where none was sent. */
  readonly outboxKey: string | null
}

/** What was said of a risk. */
export interface RiskNote {
  readonly key: string
  readonly ownerId: number
  readonly byId: number
  readonly by: string
  readonly note: string
  readonly at: number
}

const RANK: Readonly<Record<RiskLevel, number>> = { high: 0, medium: 1, low: 2 }

export interface Seen {
  readonly risk: Risk
  readonly note: RiskNote | undefined
}

/** Those nobody acknowledged first, the worst first, the latest first. */
export function byUrgency(one: Seen, other: Seen): number {
  return (
    Number(one.note !== undefined) - Number(other.note !== undefined) ||
    RANK[one.risk.level] - RANK[other.risk.level] ||
    latest(other.risk) - latest(one.risk) ||
    (one.risk.key < other.risk.key ? -1 : 1)
  )
}

/** What lies in how things are set is seen at every moment: it is as old as it began. */
function latest({ kind, since, at }: Risk): number {
  return kind === 'weak_setting' || kind === 'keys_exposed' ? since : at
}
