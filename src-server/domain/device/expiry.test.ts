import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EXPIRY_SPANS } from '../../contract/device-names.ts'
import { EXPIRY_BOUNDS, expirySpan } from './expiry.ts'

const NOW = 1_700_000_000
const DAY = 86_400
const of = (left: number, disabled = false) => expirySpan({ vip: NOW + left, disabled }, NOW)

describe('expirySpan', () => {
  it.each([
    [-1, 'past'],
    [0, 'past'],
    [1, '1'],
    [DAY, '1'],
    [DAY + 1, '7'],
    [7 * DAY, '7'],
    [7 * DAY + 1, '14'],
    [14 * DAY, '14'],
    [14 * DAY + 1, '30'],
    [30 * DAY, '30'],
    [30 * DAY + 1, undefined],
  ] as const)('%i s left: %s', (left, span) => {
    expect(of(left)).toBe(span)
  })

  it('leaves out disabled and permanent accounts', () => {
    expect(of(5, true)).toBeUndefined()
    expect(expirySpan({ vip: 4_102_243_200, disabled: false }, 4_102_243_100)).toBeUndefined()
  })

  it('is the only span whose bounds contain the end', () => {
    fc.assert(
      fc.property(fc.integer({ min: -40 * DAY, max: 40 * DAY }), (left) => {
        const within = EXPIRY_SPANS.filter(
          (span) => left > EXPIRY_BOUNDS[span].from && left <= EXPIRY_BOUNDS[span].to,
        )
        expect(within).toEqual(of(left) === undefined ? [] : [of(left)])
      }),
    )
  })
})
