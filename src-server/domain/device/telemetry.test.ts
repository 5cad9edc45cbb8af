import { describe, expect, it } from 'vitest'
import { readSymbol } from './telemetry.ts'

describe('readSymbol', () => {
  it.each([
    ['XAUUSD', 'XAUUSD'],
    ['XAUUSD ', 'XAUUSD+'],
    ['XAUUSD  ', 'XAUUSD'],
    [' EURUSD.m', 'EURUSD.m'],
    [undefined, ''],
    ['', ''],
    ['x'.repeat(40), 'x'.repeat(32)],
    ['😀'.repeat(33), '😀'.repeat(32)],
  ])('%j is %j', (text, symbol) => {
    expect(readSymbol(text)).toBe(symbol)
  })
})
