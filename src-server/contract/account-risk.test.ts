import { describe, expect, it } from 'vitest'
import { drawdownRisk, figuresCount, marginRisk, STANDARD_LIMITS, worseRisk } from './account-risk.ts'

describe('drawdownRisk', () => {
  it.each([
    [null, 'none'],
    [9.99, 'none'],
    [10, 'warning'],
    [19.99, 'warning'],
    [20, 'critical'],
  ] as const)('%s %% is %s', (drawdown, risk) => {
    expect(drawdownRisk(drawdown, STANDARD_LIMITS)).toBe(risk)
  })
})

describe('marginRisk', () => {
  it.each([
    [300.1, 'none'],
    [300, 'warning'],
    [150.1, 'warning'],
    [150, 'critical'],
    [0, 'none'],
  ] as const)('a level of %s %% with positions is %s', (level, risk) => {
    expect(marginRisk(level, 1, STANDARD_LIMITS)).toBe(risk)
  })

  it('has no limit at 0', () => {
    const limits = { ...STANDARD_LIMITS, margin_critical: 0 }
    expect(marginRisk(1, 1, limits)).toBe('warning')
    expect(marginRisk(1, 1, { ...limits, margin_warning: 0 })).toBe('none')
  })

  it('is undefined without positions or without a level', () => {
    expect(marginRisk(0, 0, STANDARD_LIMITS)).toBe('none')
    expect(marginRisk(10, null, STANDARD_LIMITS)).toBe('none')
    expect(marginRisk(null, 5, STANDARD_LIMITS)).toBe('none')
  })
})

it('takes the worse of two', () => {
  expect(worseRisk('warning', 'critical')).toBe('critical')
  expect(worseRisk('warning', 'none')).toBe('warning')
})

it.each([
  ['active', 1_000_000, 1_000_000, true],
  ['active', 1_000_000, 1_000_000 + 7 * 86_400, true],
  ['active', 1_000_000, 1_000_001 + 7 * 86_400, false],
  ['active', 0, 1_000_000, false],
  ['expired', 1_000_000, 1_000_000, false],
  ['disabled', 1_000_000, 1_000_000, false],
] as const)('figures of an account that is %s from %d count at %d: %s', (state, at, now, counts) => {
  expect(figuresCount(state, at, now)).toBe(counts)
})
