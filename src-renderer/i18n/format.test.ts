import { describe, expect, it } from 'vitest'
import { formatInteger } from './format.ts'

describe('formatInteger', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1\u2009000'],
    [1_234_567, '1\u2009234\u2009567'],
    [-1234, '\u22121\u2009234'],
    [-0.4, '0'],
  ])('%d', (value, shown) => {
    expect(formatInteger(value)).toBe(shown)
  })
})
