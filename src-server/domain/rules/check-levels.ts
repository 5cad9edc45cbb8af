import { RULE_ACTS, SUBJECT_FACTS } from '../../contract/rule-names.ts'
import type { RuleLevel } from './rule.ts'
import type { RuleSubject } from '../../contract/rule-names.ts'

/** The reasons why levels can't be of a subject. */
export type LevelFault = 'out_of_range' | 'not_worse' | 'weaker' | 'too_strong'

/** @returns the first fault, undefined for good levels */
export function checkLevels(subject: RuleSubject, levels: readonly RuleLevel[]): LevelFault | undefined {
  const { worse, strongest, min, max, whole } = SUBJECT_FACTS[subject]
  let last: RuleLevel | undefined
  for (const level of levels) {
    const { at, act } = level
    if (!(at >= min && at <= max) || (whole && !Number.isInteger(at))) return 'out_of_range'
    if (rank(act) > rank(strongest)) return 'too_strong'
    if (last !== undefined) {
      if (worse === 'over' ? at <= last.at : at >= last.at) return 'not_worse'
      if (rank(act) < rank(last.act)) return 'weaker'
    }
    last = level
  }
  return undefined
}

function rank(act: RuleLevel['act']): number {
  return RULE_ACTS.indexOf(act)
}
