import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inside, onWire } from './spelling.ts'

describe('spelling', () => {
  it.each([
    [{ account_key: '1@S' }, { accountKey: '1@S' }],
    [
      { rc4_key: 'k', mt5: { buy_url: 'u' } },
      { rc4Key: 'k', mt5: { buyUrl: 'u' } },
    ],
    [{ rows: [{ use_time: null }] }, { rows: [{ useTime: null }] }],
  ])('respells %j', (wire, expected) => {
    expect(inside(wire)).toEqual(expected)
  })

  it('leaves values unchanged, and converts back to the same', () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/)
    const key = fc
      .array(fc.stringMatching(/^[a-z][a-z]{0,5}$/), { minLength: 1, maxLength: 3 })
      .map((w) => w.join('_'))
    fc.assert(
      fc.property(fc.dictionary(key, fc.oneof(word, fc.integer(), fc.constant(null))), (record) => {
        expect(onWire(inside(record))).toEqual({ ...record })
      }),
    )
  })
})
