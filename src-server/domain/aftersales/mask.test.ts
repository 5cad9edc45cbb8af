import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mask } from './mask.ts'

/** Texts without asterisks, because the test can't tell a text's own asterisks from the mask. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
  .filter((given) => !given.includes('*'))

describe('mask', () => {
  it.each([
    ['', ''],
    ['A', '****'],
    ['AB', '****'],
    ['ABC', 'A****'],
    ['ABCDEF', 'A****F'],
    ['ABCDEFGHI', 'AB****I'],
    ['ABCDEFGHIJKL', 'AB****KL'],
    ['5001234567@Broker-Live', '50****ve'],
    ['机器码机器码', '机****码'],
    ['😀😁😂🤣😃😄', '😀****😄'],
  ])('%j is shown as %j', (given, shown) => {
    expect(mask(given)).toBe(shown)
  })

  it('shows at most two characters at each end, and never more than a third', () => {
    fc.assert(
      fc.property(text, (given) => {
        const [first = '', last = ''] = mask(given).split('****')
        const length = Array.from(given).length
        const shown = Array.from(first).length + Array.from(last).length
        expect(shown).toBeLessThanOrEqual(length / 3)
        expect(Array.from(first).length).toBeLessThanOrEqual(2)
        expect(Array.from(last).length).toBeLessThanOrEqual(2)
        expect(given.startsWith(first)).toBe(true)
        expect(given.endsWith(last)).toBe(true)
      }),
    )
  })

  it('reveals nothing of the middle, not even its length', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(mask(`ABCDEF${one}UVWXYZ`)).toBe(mask(`ABCDEF${other}UVWXYZ`))
      }),
    )
  })
})
