import { describe, expect, it } from 'vitest'
import {
  breakLine,
  brokerLine,
  holidayLine,
  readBreak,
  readBroker,
  readHoliday,
  readLines,
  readSymbol,
  symbolLine,
} from './market-text.ts'

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const NAMES = { forex: 'Forex', indices: 'Indices' }
const at = (iso: string) => Date.parse(`${iso}Z`) / 1000

it.each([
  ['Fri 21:00 - Sun 22:00', 5 * 1440 + 1260, 10_080 + 1320],
  ['Mon 22:00 - Mon 23:00', 1440 + 1320, 1440 + 1380],
  ['Sat 00:00 - Sun 00:00', 6 * 1440, 10_080],
])('the break %s', (line, from, to) => {
  expect(readBreak(line, DAYS)).toEqual({ from, to })
  expect(breakLine({ from, to }, DAYS)).toBe(line)
})

it.each([
  'fri 21:00–sun 22:00',
  'FRI21:00~SUN22:00',
  'Fri  21:00 to Sun 22:00',
  'Fri 21:00',
  'Fri 21:60 - Sun 22:00',
  'Foo 21:00 - Sun 22:00',
  '',
])('a break as %j is the usual one or is refused', (line) => {
  const expected = /^fri\s*21:00\s*[–~]/i.test(line) ? { from: 8460, to: 11_400 } : undefined
  expect(readBreak(line, DAYS)).toEqual(expected)
})

describe('holidays', () => {
  it.each([
    ['2026-12-25 Christmas', '2026-12-25T00:00:00', '2026-12-26T00:00:00', 'Christmas'],
    ['2026-12-25', '2026-12-25T00:00:00', '2026-12-26T00:00:00', ''],
    [
      '2026-12-24 - 2026-12-26 Christmas days',
      '2026-12-24T00:00:00',
      '2026-12-27T00:00:00',
      'Christmas days',
    ],
    ['2026-12-24 18:00 - 2026-12-26 08:30 圣诞节', '2026-12-24T18:00:00', '2026-12-26T08:30:00', '圣诞节'],
  ])('%s', (line, from, to, name) => {
    const holiday = { name, from: at(from), to: at(to) }
    expect(readHoliday(line)).toEqual(holiday)
    expect(holidayLine(holiday)).toBe(line)
  })

  it('a time of the same day needs no second date', () => {
    expect(readHoliday('2026-12-24 18:00 - 24:00 Eve')).toEqual({
      name: 'Eve',
      from: at('2026-12-24T18:00:00'),
      to: at('2026-12-25T00:00:00'),
    })
  })

  it.each([
    'Christmas',
    '2026-02-30 no such day',
    '2026-13-01',
    '2026-12-25 25:00 - 26:00',
    '2026-12-25 10:00 - 09:00',
    '2026-12-26 - 2026-12-25',
    '2026-12-25 18:00 half a time',
  ])('refuses %s', (line) => {
    expect(readHoliday(line)).toBeUndefined()
  })
})

it('a symbol has the group of its word or key', () => {
  expect(readSymbol('BTC=X = Indices', ['forex', 'indices'], NAMES)).toEqual({
    symbol: 'BTC=X',
    group: 'indices',
  })
  expect(readSymbol('EUR*=forex', ['forex', 'indices'], NAMES)).toEqual({ symbol: 'EUR*', group: 'forex' })
  expect(symbolLine({ symbol: 'EUR*', group: 'forex' }, NAMES)).toBe('EUR* = Forex')
  for (const wrong of ['EURUSD', '= forex', 'EURUSD = stocks', `${'X'.repeat(33)} = forex`])
    expect(readSymbol(wrong, ['forex', 'indices'], NAMES)).toBeUndefined()
})

it('the first line that is wrong is named, and empty lines are none', () => {
  expect(readLines(' 1 \n\n2', Number)).toEqual({ values: [1, 2] })
  expect(readLines('1\nx\ny', (line) => (line === '1' ? 1 : undefined))).toEqual({ wrong: 'x' })
})

describe('the clock of a trading server', () => {
  it.each([
    ['ICMarkets* = UTC+2 US', { server: 'ICMarkets*', offset: 120, summer: 'us' }],
    ['Europa Live = UTC+1 EU', { server: 'Europa Live', offset: 60, summer: 'eu' }],
    ['Demo = UTC-5:30', { server: 'Demo', offset: -330, summer: 'none' }],
    ['Demo = UTC+0', { server: 'Demo', offset: 0, summer: 'none' }],
  ] as const)('%s is read and written', (line, clock) => {
    expect(readBroker(line)).toEqual(clock)
    expect(brokerLine(clock)).toBe(line)
  })

  it.each(['Demo', 'Demo = 2', 'Demo = UTC+15', '= UTC+2', 'Demo = UTC+2 ASIA'])('%j is none', (line) => {
    expect(readBroker(line)).toBeUndefined()
  })
})
