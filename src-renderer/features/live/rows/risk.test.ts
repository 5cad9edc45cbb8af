import { describe, expect, it } from 'vitest'
import { drawdownRisk, limitsFor, marginRisk, STANDARD_LIMITS, worseRisk } from './risk.ts'

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

  it('follows the threshold of the application', () => {
    const limits = limitsFor(30)
    expect(drawdownRisk(14.9, limits)).toBe('none')
    expect(drawdownRisk(15, limits)).toBe('warning')
    expect(drawdownRisk(29.9, limits)).toBe('warning')
    expect(drawdownRisk(30, limits)).toBe('critical')
    expect(limitsFor(0)).toBe(STANDARD_LIMITS)
  })
})

describe('marginRisk', () => {
  it.each([
    [300, 'none'],
    [299.9, 'warning'],
    [150, 'warning'],
    [149.9, 'critical'],
  ] as const)('a level of %s %% with positions is %s', (level, risk) => {
    expect(marginRisk(level, 1, STANDARD_LIMITS)).toBe(risk)
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
