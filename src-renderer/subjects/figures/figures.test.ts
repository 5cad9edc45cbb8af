import { describe, expect, it } from 'vitest'
import { count, floatingMoney, marginLevel, money, percent, signedMoney } from './figures.ts'

describe('money', () => {
  it.each([
    [0, '0.00'],
    [999.5, '999.50'],
    [1000, '1,000.00'],
    [1234567.891, '1,234,567.89'],
    [-1234.5, '\u22121,234.50'],
    [-0.001, '0.00'],
    [null, '—'],
  ])('writes %s as %s', (value, text) => {
    expect(money(value)).toBe(text)
  })
})

describe('signedMoney', () => {
  it('puts a plus before a profit and nothing before zero', () => {
    expect(signedMoney(12.3)).toBe('+12.30')
    expect(signedMoney(-12.3)).toBe('\u221212.30')
    expect(signedMoney(0)).toBe('0.00')
    expect(signedMoney(0.004)).toBe('0.00')
  })
})

it('shows a dash, not 0.00, for an account without positions', () => {
  expect(floatingMoney(0, 0)).toBe('—')
  expect(floatingMoney(-5, 2)).toBe('\u22125.00')
  expect(floatingMoney(5, null)).toBe('+5.00')
  expect(marginLevel(0, 0)).toBe('—')
  expect(marginLevel(1520.4, 3)).toBe('1,520%')
})

it('writes counts and percents', () => {
  expect(count(20000)).toBe('20,000')
  expect(percent(54.7)).toBe('54.70%')
  expect(percent(null)).toBe('—')
})
