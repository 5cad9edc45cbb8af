import { expect, it } from 'vitest'
import type { RuleAct, RuleSubject } from '../../contract/rule-names.ts'
import { accountLimits } from './account-limits.ts'

const MT5 = { drawdownThreshold: 30, marginWarning: 300, marginCritical: 150 }
const rules = (subject: RuleSubject, ...levels: [number, RuleAct][]) =>
  new Map([[subject, { levels: levels.map(([at, act]) => ({ at, act })) }]])

it.each([
  ['the application’s threshold', MT5, undefined, 15, 30],
  ['the usual one where the application has none', { ...MT5, drawdownThreshold: 0 }, undefined, 10, 20],
  [
    'a rule’s first level that acts',
    MT5,
    rules('drawdown', [10, 'tell'], [25, 'pause_add'], [40, 'close_all']),
    12.5,
    25,
  ],
  ['a rule’s worst level where none acts', MT5, rules('drawdown', [10, 'tell'], [40, 'tell']), 20, 40],
  ['the application’s beside a rule of another subject', MT5, rules('equity', [10, 'tell']), 15, 30],
])('the critical drawdown is %s', (_, mt5, given, warning, critical) => {
  expect(accountLimits(mt5, given)).toMatchObject({
    drawdown_warning: warning,
    drawdown_critical: critical,
    margin_warning: 300,
    margin_critical: 150,
  })
})

it.each([
  ['as much earlier as the application’s', MT5, 200],
  ['at twice the level where the application has no critical limit', { ...MT5, marginCritical: 0 }, 200],
  ['never where the application doesn’t warn', { ...MT5, marginWarning: 0 }, 0],
  ['at the level where the application’s warning is below its limit', { ...MT5, marginWarning: 100 }, 100],
])('a rule’s margin level warns %s', (_, mt5, warning) => {
  const given = rules('margin_level', [120, 'tell'], [100, 'pause_open'])
  expect(accountLimits(mt5, given)).toMatchObject({ margin_critical: 100, margin_warning: warning })
})
