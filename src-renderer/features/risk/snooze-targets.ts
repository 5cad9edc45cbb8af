import type { ActionInput } from '../../../src-server/contract/actions/index.ts'
import type { ReviewRow } from './review-rows.ts'

/** Something that a row of the review can snooze, the narrowest first. */
interface SnoozeTarget {
  readonly of: 'device' | 'rule' | 'kind' | 'app'
  readonly input: Omit<ActionInput<'risk_snooze'>, 'until' | 'note'>
}

export function snoozeTargets({ group, item }: ReviewRow): SnoozeTarget[] {
  const { app, kind, facts, subject_kind: subject, subject_id: id } = item
  const rule = facts['rule_id']
  const targets: SnoozeTarget[] = []
  if (group === undefined && subject === 'device') targets.push({ of: 'device', input: { device: id } })
  if (typeof rule === 'number') targets.push({ of: 'rule', input: { rule } })
  if (app === null) return targets
  if (kind !== 'rule') targets.push({ of: 'kind', input: { kind, app } })
  return [...targets, { of: 'app', input: { app } }]
}
