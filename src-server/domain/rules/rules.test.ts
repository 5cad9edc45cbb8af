import { describe, expect, it } from 'vitest'
import { checkLevels } from './check-levels.ts'
import { firingText } from './firing-text.ts'
import { isQuiet, wallDay } from './quiet.ts'
import { pulseValue, type Figures } from './subject-values.ts'

const NONE: Figures = {
  equity: NaN,
  balance: NaN,
  dd: NaN,
  positions: NaN,
  buyPos: NaN,
  sellPos: NaN,
  floatPnl: NaN,
  marginLevel: NaN,
}
const MARKS = { peak: 12_000, dayEquity: 10_000 }

describe('the value of a subject', () => {
  it.each([
    ['drawdown_peak', { equity: 9000 }, 25],
    ['drawdown_peak', { equity: 13_000 }, 0],
    ['drawdown_peak', {}, NaN],
    ['drawdown_peak', { equity: 0, balance: 0 }, NaN],
    ['drawdown_peak', { equity: 0 }, NaN],
    ['drawdown_peak', { equity: 0, balance: 100 }, 100],
    ['drawdown_day', { equity: 9000 }, 10],
    ['drawdown', { equity: 7000, balance: 10_000 }, 30],
    ['drawdown', { dd: -12 }, 12],
    ['drawdown', { equity: 0, balance: 0 }, NaN],
    ['equity', { equity: 500 }, 500],
    ['equity', { equity: 0, balance: 0 }, NaN],
    ['floating_loss', { floatPnl: -80 }, 80],
    ['floating_loss', { equity: 900, balance: 1000 }, 100],
    ['floating_loss', { equity: 0, balance: 0 }, NaN],
    ['floating_loss', {}, NaN],
    ['margin_level', { marginLevel: 120 }, 120],
    ['margin_level', { marginLevel: 0, positions: 0 }, Infinity],
    ['margin_level', { marginLevel: 0, positions: 4 }, NaN],
    ['margin_level', { marginLevel: 0 }, NaN],
    ['positions', { buyPos: 2, sellPos: 3 }, 5],
    ['positions', {}, NaN],
  ] as const)('%s of %o is %d', (subject, said, value) => {
    expect(pulseValue(subject, { ...NONE, ...said }, MARKS)).toBe(value)
  })

  it('is unknown while no marks are known', () => {
    for (const subject of ['drawdown_peak', 'drawdown_day'] as const)
      expect(pulseValue(subject, { ...NONE, equity: 5 }, undefined)).toBeNaN()
  })
})

describe('levels', () => {
  it.each([
    [
      'drawdown',
      [
        [10, 'tell'],
        [20, 'tell'],
        [30, 'close_all'],
      ],
      undefined,
    ],
    [
      'equity',
      [
        [1000, 'tell'],
        [500, 'close_all'],
      ],
      undefined,
    ],
    [
      'equity',
      [
        [500, 'tell'],
        [1000, 'close_all'],
      ],
      'not_worse',
    ],
    [
      'drawdown',
      [
        [10, 'tell'],
        [10, 'close_all'],
      ],
      'not_worse',
    ],
    [
      'drawdown',
      [
        [10, 'pause_open'],
        [20, 'pause_add'],
      ],
      'weaker',
    ],
    ['drawdown_peak', [[101, 'tell']], 'out_of_range'],
    ['positions', [[1.5, 'tell']], 'out_of_range'],
    ['drawdown', [[NaN, 'tell']], 'out_of_range'],
    ['silence', [[300, 'pause_add']], 'too_strong'],
    ['licence_end', [[7, 'close_all']], 'too_strong'],
    ['two_terminals', [[0, 'pause_open']], undefined],
  ] as const)('of %s, %j: %s', (subject, levels, fault) => {
    expect(
      checkLevels(
        subject,
        levels.map(([at, act]) => ({ at, act })),
      ),
    ).toBe(fault)
  })
})

describe('quiet hours', () => {
  const at = (time: string) => Date.parse(`2026-11-25T${time}:00Z`) / 1000
  const [night, noon] = [
    { from: 22 * 60, to: 7 * 60 },
    { from: 12 * 60, to: 13 * 60 },
  ]
  it.each([
    [night, '21:59', false],
    [night, '22:00', true],
    [night, '06:59', true],
    [night, '07:00', false],
    [noon, '12:59', true],
    [noon, '13:00', false],
    [null, '12:00', false],
  ] as const)('%o at %s: %s', (quiet, time, isNow) => {
    expect(isQuiet(quiet, at(time), 0)).toBe(isNow)
  })

  it('follow the wall clock of the server', () => {
    expect([isQuiet(noon, at('04:30'), 480), isQuiet(noon, at('17:30'), -300)]).toEqual([true, true])
  })

  it('the day ends at midnight of the wall clock', () => {
    const days = ['15:59', '16:00'].map((time) => wallDay(at(time), 480))
    expect(days[1]! - days[0]!).toBe(1)
  })
})

describe('the text of a firing', () => {
  it.each([
    ['en', 'drawdown_peak', 30.029, 30, 'Drawdown from the peak 30.02 %, level 30 %'],
    ['en', 'equity', 999.991, 1000, 'Equity 1000, level 1000'],
    ['zh', 'silence', 301, 300, '失联 301 秒，档位 300 秒'],
  ] as const)('%s, %s', (language, subject, value, level, text) => {
    expect(firingText(language, subject, value, level)).toBe(text)
  })
})
