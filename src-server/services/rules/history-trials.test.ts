import { expect, it } from 'vitest'
import { chooseTier } from '../../store/telemetry/tiers.ts'
import { stepsOfEach } from './history-trials.ts'

const DAY = 86_400

it.each([
  ['a day of one account', 1, 1, 60],
  ['a week of one account', 7, 1, 600],
  ['a month of one account', 31, 1, 3600],
  ['a day of 1,000 accounts', 1, 1000, 600],
  ['a week of 100 accounts', 7, 100, 600],
  ['a week of 1,000 accounts', 7, 1000, 3600],
  ['a month of 100,000 accounts', 31, 100_000, 3600],
])('reads %s in the finest steps that are there and that the limit allows', (_, days, accounts, seconds) => {
  const span = days * DAY
  expect(chooseTier(span, stepsOfEach(span, accounts), span)).toBe(seconds)
})

it('reads at most 400,000 steps while an hour is fine enough', () => {
  for (const accounts of [1, 50, 400, 2000])
    expect(accounts * stepsOfEach(7 * DAY, accounts)).toBeLessThanOrEqual(400_000)
})
