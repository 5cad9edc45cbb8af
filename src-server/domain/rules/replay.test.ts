import { describe, expect, it } from 'vitest'
import { replay } from './replay.ts'

const AT = 1_700_006_400
const LADDER = {
  subject: 'drawdown',
  levels: [
    { at: 20, act: 'tell' },
    { at: 30, act: 'pause_open' },
  ],
  rearm: 80,
  cooldown: 900,
} as const

/** Firings as `minute:value/level`. @param values a value for each minute */
const fired = (values: readonly number[], cooldown: number = LADDER.cooldown) =>
  [
    ...replay(
      { ...LADDER, cooldown },
      values.map((value, minute) => ({ at: AT + minute * 60, value })),
    ),
  ].map(({ at, value, level }) => `${(at - AT) / 60}:${value}/${level}`)

describe('replay', () => {
  it.each<[string, readonly number[], readonly string[]]>([
    ['nothing below the first level', [0, 19.9, 5], []],
    ['each level once, when it is reached', [0, 21, 25, 31, 33, 29], ['1:21/0', '3:31/1']],
    ['all levels of a jump, in order', [0, 40], ['1:40/0', '1:40/1']],
    ['no second firing above the re-arm', [21, 17, 22], ['0:21/0']],
    [
      'no second firing within the cool-down, although the level is armed again',
      [21, 10, 22, 10],
      ['0:21/0'],
    ],
    [
      'a crossing in the cool-down when that ends',
      [21, 10, ...Array<number>(20).fill(22)],
      ['0:21/0', '15:22/0'],
    ],
    ['nothing for unknown values', [NaN, NaN], []],
  ])('has %s', (_, values, expected) => {
    expect(fired(values)).toEqual(expected)
  })

  it('has a firing for each return to a level after the cool-down', () => {
    expect(fired([21, 10, 21, 10, 21], 60)).toEqual(['0:21/0', '2:21/0', '4:21/0'])
  })
})
