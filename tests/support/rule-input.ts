import type { ActionInput } from '../../src-server/contract/actions/index.ts'

/** A rule for all applications that only sends messages, with other members where a test names them. */
export function ruleInput(members: Partial<ActionInput<'rule_save'>> = {}): ActionInput<'rule_save'> {
  return {
    name: 'A rule',
    place: 'application',
    subject: 'drawdown',
    levels: [{ at: 30, act: 'tell' }],
    ...members,
  }
}
