import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { DEFAULT_CALENDAR } from '../../src-server/contract/markets/default-calendar.ts'
import { marketState } from '../../src-server/contract/markets/market-week.ts'
import { isMarketClosed } from './trading-hours.ts'

const at = (iso: string): number => Date.parse(iso) / 1000

describe('the market', () => {
  it.each([
    ['2026-11-27T21:59:59Z', 'Friday evening in winter', false],
    ['2026-11-27T22:00:00Z', 'the close of Friday in winter', true],
    ['2026-11-28T12:00:00Z', 'Saturday', true],
    ['2026-11-29T20:59:59Z', 'Sunday before the earliest opening', true],
    ['2026-11-29T21:00:00Z', 'Sunday’s opening in summer', false],
    ['2026-12-02T03:00:00Z', 'a night in the week', false],
  ])('at %s, %s, is closed: %s', (iso, _what, expected) => {
    expect(isMarketClosed(at(iso))).toBe(expected)
  })

  it('is never closed here while the server counts it as open', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1.7e9, max: 2e9 }), (now) => {
        if (isMarketClosed(now)) expect(marketState(DEFAULT_CALENDAR.forex, now).isOpen).toBe(false)
      }),
    )
  })
})
