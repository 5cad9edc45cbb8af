import { expect, it } from 'vitest'
import type { RuleAct } from '../../contract/rule-names.ts'
import { worstLevelOf } from './alert-level.ts'

const RULE = { levels: [{ at: 20 }, { at: 30 }] }
const fired = (act: RuleAct, threshold: number) => ({
  kind: 'rule' as const,
  threshold,
  firing: { key: 'x', ruleId: 1, level: 0, act, commandId: null, undoneAt: null, undoneBy: '' },
})
const event = (kind: 'drawdown' | 'silent' | 'back' | 'close_overdue') => ({
  kind,
  threshold: 30,
  firing: null,
})

it.each([
  ['the end of a silence', [event('back')], 'low'],
  ['a silence among ends of silences', [event('back'), event('silent')], 'high'],
  ['a drawdown', [event('drawdown')], 'high'],
  ['an overdue close', [event('close_overdue')], 'high'],
  ['the first level of a rule that only tells', [fired('tell', 20)], 'medium'],
  ['the last level of a rule', [fired('tell', 30)], 'high'],
  ['a level that pauses adding', [fired('pause_add', 20)], 'high'],
  ['a level that closes', [fired('close_all', 20)], 'high'],
] as const)('%s is as bad as the review shows it', (_, events, level) => {
  expect(worstLevelOf(events, RULE)).toBe(level)
})
