import { describe, expect, it } from 'vitest'
import { endOfPlan, fits, hasEnded, limitOf, type Plan } from './plan.ts'

const plan: Plan = {
  id: 1,
  name: 'Starter',
  maxApplications: 1,
  maxCodes: 2,
  maxDevices: 3,
  maxAgents: null,
  validDays: 30,
  note: '',
  createdAt: 0,
}

it.each([
  ['applications', 1],
  ['codes', 2],
  ['devices', 3],
  ['agents', null],
] as const)('a plan limits %s to %s; no plan limits nothing', (kind, limit) => {
  expect(limitOf(plan, kind)).toBe(limit)
  expect(limitOf(undefined, kind)).toBeNull()
})

describe('fits', () => {
  it.each([
    [null, 1e9, 1, true],
    [0, 0, 0, true],
    [0, 0, 1, false],
    [10, 8, 2, true],
    [10, 8, 3, false],
    [10, 11, 1, false],
    [10, 11, 0, true],
  ])('limit %s, %d used, %d more: %s', (limit, used, adding, does) => {
    expect(fits(limit, used, adding)).toBe(does)
  })
})

it('a plan ends its number of days after it was given, to the second', () => {
  const end = endOfPlan(plan, 1_700_000_000)
  expect(end).toBe(1_700_000_000 + 30 * 86_400)
  expect(hasEnded(end, 1_700_000_000 + 30 * 86_400 - 1)).toBe(false)
  expect(hasEnded(end, 1_700_000_000 + 30 * 86_400)).toBe(true)
  expect(endOfPlan({ ...plan, validDays: null }, 1_700_000_000)).toBeNull()
  expect(hasEnded(null, 4_000_000_000)).toBe(false)
})
