import { describe, expect, it } from 'vitest'
import { formatInteger, formatTotal } from './format.ts'

describe('formatInteger', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [1_234_567, '1,234,567'],
    [-1234, '\u22121,234'],
    [-0.4, '0'],
  ])('%d', (value, shown) => {
    expect(formatInteger(value)).toBe(shown)
  })
})

describe('formatTotal', () => {
  it('marks a count that stopped early', () => {
    expect(formatTotal(5000, true)).toBe('5,000')
    expect(formatTotal(5000, false)).toBe('5,000+')
  })
})
