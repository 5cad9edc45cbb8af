import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CALENDAR } from './default-calendar.ts'
import { Markets } from './markets.ts'
import { closedSpan, marketState, opensWeekly, type MarketHours } from './market-week.ts'

const at = (iso: string) => Date.parse(`${iso}Z`) / 1000
const DAY = 24 * 60
const WEEKEND = { from: 5 * DAY + 21 * 60, to: 7 * DAY + 22 * 60 }
const hours = (holidays: [string, string][] = [], breaks = [WEEKEND]): MarketHours => ({
  breaks,
  holidays: holidays.map(([from, to]) => ({ name: '', from: at(from), to: at(to) })),
})

describe('a week with one break', () => {
  const friday = '2026-11-27T21:00:00'
  it.each([
    ['the last second of Friday', '2026-11-27T20:59:59', true, '2026-11-22T22:00:00'],
    ['Friday 21:00', '2026-11-27T21:00:00', false, friday],
    ['Saturday', '2026-11-28T12:00:00', false, friday],
    ['Sunday 00:00, the start of the week', '2026-11-29T00:00:00', false, friday],
    ['Sunday 21:59:59', '2026-11-29T21:59:59', false, friday],
    ['Sunday 22:00', '2026-11-29T22:00:00', true, '2026-11-29T22:00:00'],
    ['Wednesday', '2026-11-25T12:00:00', true, '2026-11-22T22:00:00'],
  ])('%s', (_, moment, isOpen, since) => {
    expect(marketState(hours(), at(moment))).toEqual({ isOpen, since: at(since) })
  })
})

describe('holidays', () => {
  it.each([
    [
      'a day in the week',
      [['2026-12-23T00:00:00', '2026-12-24T00:00:00']],
      '2026-12-23T09:00:00',
      '2026-12-23T00:00:00',
      '2026-12-24T00:00:00',
    ],
    [
      'a Friday and the weekend after it',
      [['2026-12-25T00:00:00', '2026-12-26T00:00:00']],
      '2026-12-27T09:00:00',
      '2026-12-25T00:00:00',
      '2026-12-27T22:00:00',
    ],
    [
      'a Monday that begins as the weekend ends',
      [['2026-12-27T22:00:00', '2026-12-29T00:00:00']],
      '2026-12-26T09:00:00',
      '2026-12-25T21:00:00',
      '2026-12-29T00:00:00',
    ],
    [
      'two that overlap',
      [
        ['2026-12-22T00:00:00', '2026-12-23T12:00:00'],
        ['2026-12-23T00:00:00', '2026-12-24T00:00:00'],
      ],
      '2026-12-22T01:00:00',
      '2026-12-22T00:00:00',
      '2026-12-24T00:00:00',
    ],
  ] as const)('%s are one break', (_, holidays, moment, from, to) => {
    expect(closedSpan(hours(holidays.map(([a, b]) => [a, b])), at(moment))).toEqual({
      from: at(from),
      to: at(to),
    })
  })

  it('the market opens at the end of a holiday', () => {
    const given = hours([['2026-12-23T00:00:00', '2026-12-24T00:00:00']])
    expect(marketState(given, at('2026-12-24T00:00:00'))).toEqual({
      isOpen: true,
      since: at('2026-12-24T00:00:00'),
    })
    expect(marketState(given, at('2026-12-22T23:59:59')).isOpen).toBe(true)
  })

  it('without a break the market has been open since ever', () => {
    expect(marketState({ breaks: [], holidays: [] }, at('2026-12-26T12:00:00'))).toEqual({
      isOpen: true,
      since: 0,
    })
  })
})

it('equals a look at each minute, with any breaks and holidays', () => {
  const start = at('2026-11-22T00:00:00') / 60
  const span = (most: number) =>
    fc.record({ from: fc.integer({ min: 0, max: 10_079 }), long: fc.integer({ min: 1, max: most }) })
  fc.assert(
    fc.property(
      fc.array(span(3000), { maxLength: 3 }),
      fc.array(span(2000), { maxLength: 3 }),
      fc.integer({ min: 10_080, max: 2 * 10_080 }),
      (weekly, days, minute) => {
        const breaks = weekly.map(({ from, long }) => ({ from, to: from + long }))
        const holidays = days.map(({ from, long }) => ({
          name: '',
          from: (start + 10_080 + from) * 60,
          to: (start + 10_080 + from + long) * 60,
        }))
        const isClosed = (m: number) =>
          breaks.some(({ from, to }) =>
            [-1, 0, 1, 2, 3].some((w) => m >= w * 10_080 + from && m < w * 10_080 + to),
          ) || holidays.some(({ from, to }) => (start + m) * 60 >= from && (start + m) * 60 < to)
        if (!opensWeekly(breaks)) return
        let since = minute
        while (since > 0 && isClosed(since - 1) === isClosed(minute)) since--
        const state = marketState({ breaks, holidays }, (start + minute) * 60)
        expect(state.isOpen).toBe(!isClosed(minute))
        if (since > 0) expect(state.since).toBe((start + since) * 60)
      },
    ),
    { numRuns: 300 },
  )
})

describe('opensWeekly', () => {
  it.each([
    [[], true],
    [[WEEKEND], true],
    [[{ from: 0, to: 10_080 }], false],
    [[{ from: 0, to: 10_079 }], true],
    [[{ from: 5000, to: 15_080 }], false],
    [
      [
        { from: 0, to: 5000 },
        { from: 5000, to: 10_080 },
      ],
      false,
    ],
    [
      [
        { from: 0, to: 5000 },
        { from: 5001, to: 10_080 },
      ],
      true,
    ],
    [
      [
        { from: 6000, to: 12_000 },
        { from: 1920, to: 6000 },
      ],
      false,
    ],
  ])('%j: %s', (breaks, expected) => {
    expect(opensWeekly(breaks)).toBe(expected)
  })
})

describe('breaks by the clocks of trading servers', () => {
  /** Friday 24:00 to Monday 00:00 by the broker's clock, which goes with New York. */
  const forex = {
    breaks: [{ from: 6 * DAY, to: 8 * DAY }],
    holidays: [{ name: 'New Year', from: at('2026-12-31T22:00:00'), to: at('2027-01-01T22:00:00') }],
  }
  const markets = new Markets({
    ...DEFAULT_CALENDAR,
    forex,
    brokers: [{ server: 'IC*', offset: 120, summer: 'us' }],
    in_broker_time: ['forex'],
  })
  const state = (moment: string, server = 'ICMarkets') => markets.ofGroup('forex', at(moment), server)

  it('follow summer time, and a server without a clock has them in UTC', () => {
    expect(state('2026-07-03T20:59:59').isOpen).toBe(true)
    expect(state('2026-07-03T21:00:00')).toEqual({ isOpen: false, since: at('2026-07-03T21:00:00') })
    expect(state('2026-07-05T21:00:00')).toEqual({ isOpen: true, since: at('2026-07-05T21:00:00') })
    expect(state('2026-12-04T21:59:59').isOpen).toBe(true)
    expect(state('2026-12-04T22:00:00').isOpen).toBe(false)
    expect(state('2026-12-04T22:00:00', 'Other').isOpen).toBe(true)
    expect(state('2026-12-05T00:00:00', 'Other').isOpen).toBe(false)
  })

  it('keep holidays at their moments', () => {
    expect(state('2026-12-31T21:59:59').isOpen).toBe(true)
    expect(state('2026-12-31T22:00:00')).toEqual({ isOpen: false, since: at('2026-12-31T22:00:00') })
  })

  it('end after a change of the clock in the weekend', () => {
    // New York goes forward on Sunday 2026-03-08.
    const closed = markets.closedBy('forex', at('2026-03-07T12:00:00'), 'ICMarkets')
    expect(closed).toMatchObject({ from: at('2026-03-06T22:00:00'), to: at('2026-03-08T21:00:00') })
  })
})
