import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findShortened } from './shortened-codes.ts'

const SHORTENED = 'shortened by a spreadsheet'
const ROUNDED = 'rounded by a spreadsheet'
const ZEROS = 'shorter than the others: zeros at its beginning are lost'
const found = (...codes: string[]) => [...findShortened(codes)]

describe('codes that a spreadsheet has spoilt', () => {
  it.each([
    ['1.23457E+15', SHORTENED],
    ['1,23457E+15', SHORTENED],
    ['1.23456789012345E+17', SHORTENED],
    ['########', SHORTENED],
    ['ABCD…', SHORTENED],
    ['123456789012345000', ROUNDED],
  ])('%s alone: %s', (code, reason) => {
    expect(found(code)).toEqual([[0, reason]])
  })

  it('are rounded where every long number of the file ends with zeros', () => {
    expect(found('1234567890123450', '9876543210987650')).toEqual([
      [0, ROUNDED],
      [1, ROUNDED],
    ])
    expect(found('1234567890123450', '9876543210987651')).toEqual([])
    expect(found('1234567890123450')).toEqual([])
  })

  it('lack zeros where some numbers are shorter and no number begins with zero', () => {
    expect(found('12345678', '23456789', '3456789', '45678901')).toEqual([[2, ZEROS]])
    expect(found('12345678', '03456789', '3456789', '45678901')).toEqual([])
    expect(found('12345678', 'ABCDEFGH', '3456789')).toEqual([])
    expect(found('1', '2', '10')).toEqual([])
  })

  it('are none of the codes that this product makes', () => {
    const code = fc.string({
      unit: fc.constantFrom(...Array.from('23456789ABCDEFGHJKLMNPQRSTUVWXYZ')),
      minLength: 20,
      maxLength: 20,
    })
    fc.assert(
      fc.property(fc.array(code, { minLength: 2, maxLength: 20 }), (codes) => {
        fc.pre(codes.some((text) => /[A-Z]/.test(text)))
        expect(found(...codes)).toEqual([])
      }),
    )
  })
})
