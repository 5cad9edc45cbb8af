import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DEFAULT_CALENDAR } from '../../contract/markets/default-calendar.ts'
import { Markets } from '../../contract/markets/markets.ts'
import { isSilent as judge, type SilenceWatching } from './silence.ts'

const at = (iso: string) => Date.parse(`${iso}Z`) / 1000
const MARKETS = new Markets(DEFAULT_CALENDAR)
const isSilent = (heardAt: number, limit: number, watching: SilenceWatching, now: number) =>
  judge(heardAt, limit, watching, now, () => MARKETS.ofGroup('forex', now))
const LONG_AGO = { since: 0, notBefore: 0 }

it.each([
  ['not yet', '2026-11-25T12:00:00', '2026-11-25T12:09:59', false],
  ['long enough', '2026-11-25T12:00:00', '2026-11-25T12:10:00', true],
  ['long enough, but the market closed meanwhile', '2026-11-27T20:55:00', '2026-11-27T21:05:00', false],
  ['on the weekend', '2026-11-27T20:00:00', '2026-11-28T12:00:00', false],
  [
    'silent since before the weekend, the market just opened',
    '2026-11-27T20:55:00',
    '2026-11-29T22:09:59',
    false,
  ],
  [
    'silent since before the weekend, the market open long enough',
    '2026-11-27T20:55:00',
    '2026-11-29T22:10:00',
    true,
  ],
  ['long enough before the close', '2026-11-27T20:45:00', '2026-11-27T20:59:59', true],
])('%s', (_, heard, now, expected) => {
  expect(isSilent(at(heard), 600, LONG_AGO, at(now))).toBe(expected)
})

it('silence before the watch began doesn’t count, and accounts silent since long before are ignored', () => {
  const now = at('2026-11-25T12:00:00')
  expect(isSilent(now - 3600, 600, { since: now - 599, notBefore: 0 }, now)).toBe(false)
  expect(isSilent(now - 3600, 600, { since: now - 600, notBefore: 0 }, now)).toBe(true)
  expect(isSilent(now - 3600, 600, { since: 0, notBefore: now - 3600 }, now)).toBe(true)
  expect(isSilent(now - 3600, 600, { since: 0, notBefore: now - 3599 }, now)).toBe(false)
})

it('equals counting the seconds of an open market one by one', () => {
  const start = at('2026-11-27T18:00:00')
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 1, max: 240 }),
      fc.integer({ min: 2, max: 40 }),
      fc.integer({ min: 0, max: 300 }),
      (heard, passed, limit, began) => {
        // Steps of fifteen minutes through the weekend.
        const step = 900
        const heardAt = start + heard * step
        const now = heardAt + passed * step
        const since = start + began * step
        let silent = 0
        for (let second = Math.max(heardAt, since); second < now; second += step)
          silent = MARKETS.ofGroup('forex', second).isOpen ? silent + step : 0
        if (!MARKETS.ofGroup('forex', now).isOpen) silent = 0
        expect(isSilent(heardAt, limit * step, { since, notBefore: 0 }, now)).toBe(silent >= limit * step)
      },
    ),
    { numRuns: 2000 },
  )
})
