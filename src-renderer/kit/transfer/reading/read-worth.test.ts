import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isUnclear, readWorth, type Worth } from './read-worth.ts'

const CASES: readonly (readonly [string, Worth])[] = [
  ...(
    [
      ['天卡', 'day'],
      ['日卡', 'day'],
      ['周卡', 'week'],
      ['月卡', 'month'],
      ['季卡', 'season'],
      ['季度卡', 'season'],
      ['半年卡', 'half-year'],
      ['年卡', 'year'],
      ['小时卡', 'hour'],
      ['Day card', 'day'],
      ['weekly', 'week'],
      ['Monthly', 'month'],
      ['quarter', 'season'],
      ['half-year', 'half-year'],
      ['half year', 'half-year'],
      ['half_year', 'half-year'],
      ['yearly license', 'year'],
      ['annual', 'year'],
    ] as const
  ).map(([text, unit]) => [text, { type: 'time', unit }] as const),
  ['永久', { type: 'permanent' }],
  ['永久卡', { type: 'permanent' }],
  ['终身', { type: 'permanent' }],
  ['Lifetime', { type: 'permanent' }],
  ['次卡', { type: 'count' }],
  ['次数卡', { type: 'count' }],
  ['点卡', { type: 'points' }],
  ['积分卡', { type: 'points' }],
  ['VIP 卡', { type: 'vip' }],
  ['贵宾卡', { type: 'vip' }],
  ['时长卡', { type: 'time' }],
  ['30天', { type: 'time', unit: 'day', amount: 30 }],
  ['30 days', { type: 'time', unit: 'day', amount: 30 }],
  ['30天卡', { type: 'time', unit: 'day', amount: 30 }],
  ['1 month', { type: 'time', unit: 'month', amount: 1 }],
  ['1个月', { type: 'time', unit: 'month', amount: 1 }],
  ['三个月', { type: 'time', unit: 'month', amount: 3 }],
  ['一年', { type: 'time', unit: 'year', amount: 1 }],
  ['两周', { type: 'time', unit: 'week', amount: 2 }],
  ['a year', { type: 'time', unit: 'year', amount: 1 }],
  ['90分钟', { type: 'time', unit: 'second', amount: 5400 }],
  ['10次', { type: 'count', amount: 10 }],
  ['10 uses', { type: 'count', amount: 10 }],
  ['100点', { type: 'points', amount: 100 }],
]

it.each(CASES)('%s is %j', (text, worth) => {
  expect(readWorth(text)).toEqual(worth)
})

it.each(['', 'gold', '会员', '30', '天天', '1.5天', 'card'])('%j says no type and no duration', (text) => {
  expect(readWorth(text)).toBeUndefined()
})

it('a month card with 30 may mean 30 days, and with 3 means three months', () => {
  expect([
    isUnclear('month', 30),
    isUnclear('month', 3),
    isUnclear('day', 30),
    isUnclear('year', 365),
  ]).toEqual([true, false, false, true])
})

it('reads any text without an error', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), (text) => {
      expect(() => readWorth(text)).not.toThrow()
    }),
  )
})
