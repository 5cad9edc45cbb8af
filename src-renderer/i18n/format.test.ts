import { describe, expect, it } from 'vitest'
import { formatBytes, formatInteger, formatTotal } from './format.ts'

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

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1536, '1.5 KB'],
    [5 * 1024 * 1024, '5.0 MB'],
    [123 * 1024 * 1024, '123 MB'],
    [1.25 * 1024 ** 3, '1.3 GB'],
    [3000 * 1024 ** 4, '3000 TB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })
})
