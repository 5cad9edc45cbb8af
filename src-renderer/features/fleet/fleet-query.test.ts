import { expect, it } from 'vitest'
import { spanOf } from './fleet-query.ts'

const NOW = 1_700_000_000
const DAY = 86_400

it.each([
  [{}, 7],
  [{ period: 'month' }, 30],
  [{ period: 'quarter' }, 90],
  [{ period: 'year' }, 365],
  [{ period: 'nonsense' }, 7],
  [{ period: 'own' }, 7],
])('the period of %j ends now and has %d days', (given, days) => {
  expect(spanOf(given, NOW)).toEqual({ from: NOW - (days - 1) * DAY, to: NOW })
})

it('an own period has whole days, ends no later than now, and has a limit', () => {
  const own = (from: string, to: string) => spanOf({ period: 'own', from, to }, NOW)
  const { from, to } = own('2023-11-01', '2023-11-03')
  // Three days in whatever zone the viewer has.
  expect(to + 1 - from).toBe(3 * DAY)
  expect(own('2023-11-01', '2030-01-01').to).toBe(NOW)
  expect(own('1999-01-01', '2023-11-03')).toEqual({ from: to - 399 * DAY, to })
  expect(own('2023-11-09', '2023-11-03')).toEqual({ from: to, to })
})
