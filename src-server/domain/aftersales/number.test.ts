import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cryptoRandom } from '../../entry/adapters/system.ts'
import { makeNumber, readNumber, showNumber } from './number.ts'

describe('a request’s number', () => {
  it('is shown in three groups of four', () => {
    expect(showNumber('ABCDEFGH2345')).toBe('ABCD-EFGH-2345')
  })

  it('is read in any spelling', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('-', ' ', '\t', '\u3000'), { maxLength: 6 }),
        fc.boolean(),
        (between, lower) => {
          const number = makeNumber(cryptoRandom)
          const spelled = Array.from(number)
            .map((character, i) => character + (between[i] ?? ''))
            .join('')
          expect(readNumber(lower ? spelled.toLowerCase() : spelled)).toBe(number)
          expect(readNumber(showNumber(number))).toBe(number)
        },
      ),
    )
  })

  it.each(['', 'ABCD-EFGH-234', 'ABCD-EFGH-23456', 'ABCD-EFGH-234O', 'ABCD-EFGH-2341', "ABCD-EFGH-23'5"])(
    '%j is not a request number',
    (text) => {
      expect(readNumber(text)).toBeUndefined()
    },
  )
})
