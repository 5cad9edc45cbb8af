import { RISK_STATES, type RiskState } from '../../contract/risk-words.ts'
import type { RiskKind } from '../../contract/sales-names.ts'
import { byUrgency, RANK, type RiskLevel, type Seen } from './risk.ts'

/** Risks of one cause in one state: accounts over one threshold, refused calls of one kind. Times are Unix seconds. */
export interface RiskGroup {
  /** The same for as long as the group exists, however many risks come and go. */
  readonly key: string
  readonly state: RiskState
  readonly kind: RiskKind
  readonly level: RiskLevel
  /** null for the platform's own risks. */
  readonly app: number | null
  readonly count: number
  /** The first and last time that one of the risks was seen. */
  readonly since: number
  readonly at: number
  /** The risk that comes first in the review. */
  readonly worst: Seen
}

export function stateOf({ note, snoozedUntil }: Seen): RiskState {
  if (note !== undefined) return 'acknowledged'
  return snoozedUntil === null ? 'open' : 'snoozed'
}

/** The group of a risk. Risks that one act acknowledged are one group. */
export function groupKeyOf(seen: Seen): string {
  const { risk, note } = seen
  const { kind, app, level } = risk
  const state = stateOf(seen)
  const said = note === undefined ? '' : `:${note.byId}@${note.at}`
  return `${state}:${level}:${kind}:${app ?? 0}:${causeOf(seen)}${said}`
}

/** The cause that risks of one kind, application and level share. */
function causeOf({ risk: { kind, key, facts, subjectKind } }: Seen): string {
  switch (kind) {
    case 'drawdown':
    case 'margin':
      return String(facts['threshold'] ?? '')
    case 'silent':
    case 'close_overdue':
      return String(facts['state'] ?? '')
    case 'rule':
      return `${facts['rule_id'] ?? ''}:${facts['threshold'] ?? ''}`
    case 'refused_cluster':
      return `${facts['guard'] ?? ''}:${facts['code'] ?? ''}`
    case 'many_addresses':
      return subjectKind
    case 'two_terminals':
    case 'skewed_clock':
      return ''
    case 'weak_setting':
    case 'keys_exposed':
      // Each needs an act of its own.
      return key
  }
}

/** The groups of these risks, in the order of the review: open first, then the worst, then the largest. */
export function groupsOf(all: Iterable<Seen>): RiskGroup[] {
  const groups = new Map<string, RiskGroup>()
  for (const seen of all) {
    const key = groupKeyOf(seen)
    const known = groups.get(key)
    groups.set(key, known === undefined ? newGroup(key, seen) : grown(known, seen))
  }
  return [...groups.values()].sort(byGroupUrgency)
}

function newGroup(key: string, seen: Seen): RiskGroup {
  const { kind, level, app, since, at } = seen.risk
  return { key, state: stateOf(seen), kind, level, app, count: 1, since, at, worst: seen }
}

function grown(group: RiskGroup, seen: Seen): RiskGroup {
  const { since, at } = seen.risk
  return {
    ...group,
    count: group.count + 1,
    since: Math.min(group.since, since),
    at: Math.max(group.at, at),
    worst: bySeverity(seen, group.worst) < 0 ? seen : group.worst,
  }
}

function byGroupUrgency(one: RiskGroup, other: RiskGroup): number {
  return (
    RISK_STATES.indexOf(one.state) - RISK_STATES.indexOf(other.state) ||
    rankOf(one) - rankOf(other) ||
    other.count - one.count ||
    byUrgency(one.worst, other.worst)
  )
}

/** Acknowledged groups have the latest first, whatever their level. */
function rankOf({ state, level, worst }: RiskGroup): number {
  return state === 'acknowledged' ? -(worst.note?.at ?? 0) : RANK[level]
}

/** The worst of one group first. */
export function bySeverity(one: Seen, other: Seen): number {
  return severityOf(other) - severityOf(one) || byUrgency(one, other)
}

function severityOf({ risk: { kind, facts, times, since } }: Seen): number {
  const of = (name: string) => {
    const value = facts[name]
    return typeof value === 'number' ? value : 0
  }
  switch (kind) {
    case 'drawdown':
      return facts['now'] === null ? of('dd') : of('now')
    case 'margin':
      return -(facts['now'] === null ? of('margin') : of('now'))
    case 'silent':
      return -of('heard_at')
    case 'close_overdue':
      return of('positions')
    case 'many_addresses':
    case 'refused_cluster':
      return times
    case 'skewed_clock':
      return Math.abs(of('skew'))
    case 'rule':
    case 'two_terminals':
    case 'weak_setting':
    case 'keys_exposed':
      return -since
  }
}
