import type { RuleAct } from '../../../contract/rule-names.ts'
import type { Firing } from '../../../domain/risk/risk-event.ts'

/** The columns of a risk event that only the firing of a rule fills. */
type FiringColumns = { readonly [M in 'key' | 'ruleId' | 'level']: Firing[M] | null } & Omit<
  Firing,
  'key' | 'ruleId' | 'level' | 'act'
> & { readonly act: RuleAct | '' }

/** null for another event. */
export function firingOf(row: FiringColumns): Firing | null {
  const { key, ruleId, level, act, commandId, undoneAt, undoneBy } = row
  if (key === null || ruleId === null || level === null || act === '') return null
  return { key, ruleId, level, act, commandId, undoneAt, undoneBy }
}
