import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readNumber, readSymbol } from './telemetry.ts'

describe('readNumber', () => {
  it.each([
    ['0', 0],
    ['-0.5', -0.5],
    ['+3', 3],
    ['9876.50', 9876.5],
    ['9876,5', 9876.5],
    ['.5', 0.5],
    [',5', 0.5],
    ['5.', 5],
    ['1e4', 10_000],
    ['1,5E-3', 0.0015],
    ['  12 ', 12],
    ['1000000000000000', 1e15],
    ['-1e15', -1e15],
  ])('%j is %d', (text, value) => {
    expect(readNumber(text)).toBe(value)
  })

  it.each([
    undefined,
    '',
    ' ',
    'abc',
    'NaN',
    'nan',
    '-nan(ind)',
    'inf',
    'Infinity',
    '1.#INF',
    '-1.#IND',
    '1e308',
    '1e16',
    '1000000000000001',
    '0x10',
    '0b1',
    '1_000',
    '1,000.5',
    '1.2.3',
    '1 2',
    '--1',
    '1e',
    'e5',
    '.',
    ',',
    '１',
    '1'.repeat(41),
  ])('%j is no value', (text) => {
    expect(readNumber(text)).toBeNaN()
  })

  it('reads digits as exactly as JavaScript does, however many and wherever the point', () => {
    const digits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), maxLength: 18 })
    fc.assert(
      fc.property(fc.boolean(), digits, fc.option(digits), (minus, whole, decimals) => {
        const text = `${minus ? '-' : ''}${whole}${decimals === null ? '' : `.${decimals}`}`
        const value = whole === '' && !decimals ? NaN : Number(text)
        expect(readNumber(text)).toBe(Math.abs(value) > 1e15 ? NaN : value)
      }),
    )
  })

  it('reads back what a terminal prints, with either decimal sign', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.boolean(), (number, comma) => {
        const printed = number.toFixed(2)
        expect(readNumber(comma ? printed.replace('.', ',') : printed)).toBe(Number(printed))
      }),
    )
  })

  it('never gives anything but a finite number in range or NaN', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,eE+-# xinfa')) }), (text) => {
        const value = readNumber(text)
        expect(Number.isNaN(value) || Math.abs(value) <= 1e15).toBe(true)
      }),
    )
  })
})

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
