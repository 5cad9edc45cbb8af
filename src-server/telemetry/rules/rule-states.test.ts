import { expect, it } from 'vitest'
import { AlertBench } from '../../../tests/support/alert-bench.ts'
import type { RuleState } from '../../store/repositories/rules.ts'
import { RuleStates } from './rule-states.ts'

it('a rule that starts anew while its ladders are read has none', async () => {
  const bench = new AlertBench()
  const { device } = bench.account()
  const levels = [{ isFired: true, firedAt: 100 }]
  const stored = [1, 2].map((ruleId) => ({ ruleId, deviceId: device.id, levels }))
  const reading = Promise.withResolvers<readonly RuleState[]>()
  const states = new RuleStates()
  const loading = states.load({ read: () => reading.promise as Promise<never> }, bench.devices)
  states.drop(1)
  reading.resolve(stored)
  await loading
  expect([1, 2].map((rule) => states.of(rule, device))).toEqual([undefined, levels])
})
