import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCount, readNumber, readPercent } from './read-number.ts'

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
    ['1234,5', 1234.5],
    ['12,3456', 12.3456],
    ['0,123', 0.123],
    ['-0,123', -0.123],
    ['12.345', 12.345],
    ['1,234.56', 1234.56],
    ['1.234,56', 1234.56],
    ['1 234,56', 1234.56],
    ['1 234.56', 1234.56],
    ['1\u00a0234,56', 1234.56],
    ['1\u202f234,56', 1234.56],
    ['1\u2009234\u2009567', 1_234_567],
    ["1'234.56", 1234.56],
    ['1’234’567.8', 1_234_567.8],
    ['12,345', 12_345],
    ['-12,345', -12_345],
    ['\u221212 345', -12_345],
    ['+1,234', 1234],
    ['1 234', 1234],
    ['1,234,567', 1_234_567],
    ['1.234.567', 1_234_567],
    ['1.234.567,8', 1_234_567.8],
    ['1,000,000,000,000,000', 1e15],
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
    '1.2.3',
    '1 2',
    '--1',
    '1e',
    'e5',
    '.',
    ',',
    '１',
    '1'.repeat(41),
    // Neither grouped thousands nor certainly a decimal comma.
    '1234,567',
    '012,345',
    '0,123,456',
    '12,34,567.89',
    '1,234,56',
    '1,2345,678',
    '1,234 567',
    '1 234,567,890',
    '1.234.56',
    '1,234e3',
    '1  234',
    '1 2345',
    '1 23',
    '1,234,',
    "1'23",
    "'234",
    '+-5',
    '1,000,000,000,000,001',
  ])('%j is no value', (text) => {
    expect(readNumber(text)).toBeNaN()
  })

  it("reads digits as exactly as JavaScript does, whatever their number and the decimal point's place", () => {
    const digits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), maxLength: 18 })
    fc.assert(
      fc.property(fc.boolean(), digits, fc.option(digits), (minus, whole, decimals) => {
        const text = `${minus ? '-' : ''}${whole}${decimals === null ? '' : `.${decimals}`}`
        const value = whole === '' && !decimals ? NaN : Number(text)
        expect(readNumber(text)).toBe(Math.abs(value) > 1e15 ? NaN : value)
      }),
    )
  })

  it('reads the output of a terminal, with either decimal sign', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.boolean(), (number, comma) => {
        const printed = number.toFixed(2)
        expect(readNumber(comma ? printed.replace('.', ',') : printed)).toBe(Number(printed))
      }),
    )
  })

  it('gives only finite numbers in range, or NaN', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,eE+-# xinfa')) }), (text) => {
        const value = readNumber(text)
        expect(Number.isNaN(value) || Math.abs(value) <= 1e15).toBe(true)
      }),
    )
  })
})

/** Amounts of money in programs' output: at most two decimals. */
const AMOUNT = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }).map((cents) => cents / 100)

it('reads an amount formatted for people as itself, or as no value', () => {
  const tags = [
    'en',
    'en-IN',
    'de',
    'de-CH',
    'de-AT',
    'fr',
    'fr-CH',
    'es',
    'pt',
    'it',
    'ru',
    'pl',
    'cs',
    'sv',
    'fi',
    'nb',
    'tr',
    'id',
  ]
  const locales = [
    ...tags,
    'vi',
    'th',
    'ja',
    'zh',
    'ko',
    'ar-EG',
    'fa',
    'hi',
    'bn',
    'he',
    'uk',
    'hu',
    'bg',
    'et',
    'sl',
    'af',
  ]
  fc.assert(
    fc.property(AMOUNT, fc.constantFrom(...locales), fc.boolean(), (amount, locale, useGrouping) => {
      const format = { useGrouping, minimumFractionDigits: 2, maximumFractionDigits: 2 }
      const read = readNumber(new Intl.NumberFormat(locale, format).format(amount))
      if (!Number.isNaN(read)) expect(read).toBe(amount)
    }),
  )
})

it('reads whole amounts the same, except after a single point, which is a decimal point', () => {
  const locales = ['en', 'fr', 'ru', 'pl', 'sv', 'de-CH', 'ja', 'hi', 'es', 'de', 'id']
  fc.assert(
    fc.property(
      fc.integer({ min: -1e12, max: 1e12 }),
      fc.constantFrom(...locales),
      fc.boolean(),
      (whole, locale, useGrouping) => {
        const text = new Intl.NumberFormat(locale, { useGrouping }).format(whole)
        fc.pre(!/^[^.]*\.[^.]*$/.test(text))
        const read = readNumber(text)
        if (!Number.isNaN(read)) expect(read).toBe(whole + 0)
      },
    ),
  )
})

it.each(['en', 'de', 'de-CH', 'fr', 'ru', 'sv', 'es', 'it', 'pt-BR', 'ja', 'zh', 'ko'])(
  'reads every amount written in %s, with two decimals',
  (locale) => {
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    fc.assert(
      fc.property(AMOUNT, (amount) => {
        expect(readNumber(format.format(amount))).toBe(amount)
      }),
    )
  },
)

it.each([
  ['3', 3],
  ['0', 0],
  ['-0', 0],
  ['-1', NaN],
  ['1,234', 1234],
  ['nan', NaN],
])('the count %j is %d', (text, count) => {
  expect(readCount(text)).toBe(count)
})

it.each([
  ['12,345', 12.345],
  [' -12,345 ', -12.345],
  ['+1,234', 1.234],
  ['1,234.5', 1234.5],
  ['35.00', 35],
  ['-35,00', -35],
  ['inf', NaN],
])('the percentage %j is %d', (text, percent) => {
  expect(readPercent(text)).toBe(percent)
})
