import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isNewer, isVersion } from './version.ts'

describe('a version', () => {
  it.each([
    ['1.0.0', '0.9.9', true],
    ['0.10.0', '0.9.9', true],
    ['0.1.10', '0.1.9', true],
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.1.1', false],
    ['0.9.9', '1.0.0', false],
  ])('%s is newer than %s: %s', (version, than, expected) => {
    expect(isNewer(version, than)).toBe(expected)
  })

  it.each(['1.0', '1.0.0-beta.1', 'v1.0.0', '01.0.0', '1.0.0 ', '', '1.0.0.0', '1.0.1e3', '9999999.0.0'])(
    '%j is not a version',
    (text) => {
      expect(isVersion(text)).toBe(false)
      expect(() => isNewer(text, '1.0.0')).toThrow(RangeError)
    },
  )

  it('is in one order with all others', () => {
    const part = fc.nat(30)
    const version = fc.tuple(part, part, part).map((parts) => parts.join('.'))
    fc.assert(
      fc.property(version, version, (first, second) => {
        expect(isNewer(first, second) && isNewer(second, first)).toBe(false)
        expect(isNewer(first, second) || isNewer(second, first)).toBe(first !== second)
      }),
    )
  })
})
