import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { equalDigests, equalSecrets } from './digests.ts'

describe.each([
  ['equalSecrets', equalSecrets],
  ['equalDigests', equalDigests],
])('%s', (_, equal) => {
  test('finds only equal texts equal, whatever their length', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(equal(a, b)).toBe(a === b)
        expect(equal(a, a)).toBe(true)
        expect(equal(a, `${a}x`)).toBe(false)
      }),
    )
  })

  test.each([
    ['', ''],
    ['secret', 'secret'],
  ])('%j equals %j', (a, b) => {
    expect(equal(a, b)).toBe(true)
  })

  test.each([
    ['', ' '],
    ['secret', 'Secret'],
    ['secret', 'secre'],
    ['é', 'e\u0301'],
    // Their low bytes are equal.
    ['a', 'š'],
  ])('%j differs from %j', (a, b) => {
    expect(equal(a, b)).toBe(false)
  })
})
