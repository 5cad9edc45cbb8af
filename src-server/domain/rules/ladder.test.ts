import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { climb } from './ladder.ts'
import type { Ladder, LadderState } from './rule.ts'
import { pulseValue, type EquityMarks, type Figures } from './subject-values.ts'

const LADDER: Ladder = {
  subject: 'drawdown_peak',
  levels: [
    { at: 10, act: 'tell' },
    { at: 20, act: 'pause_open' },
    { at: 30, act: 'close_all' },
  ],
  rearm: 80,
  cooldown: 900,
}
const UNDER: Ladder = {
  ...LADDER,
  subject: 'equity',
  levels: [
    { at: 1000, act: 'tell' },
    { at: 500, act: 'close_all' },
  ],
}

/** The levels that fire at each value. A value is a number, or a number and the seconds since the value before. */
function replay(ladder: Ladder, values: readonly (number | readonly [value: number, after: number])[]) {
  let state: LadderState | undefined
  let now = 1_700_000_000
  return values.map((given) => {
    const [value, after] = typeof given === 'number' ? [given, 10] : given
    now += after
    const step = climb(state, value, ladder, now)
    state = step?.state ?? state
    return step?.fired ?? []
  })
}

describe('a ladder', () => {
  it.each([
    ['fires a level when its value is reached', [9.99, 10], [[], [0]]],
    ['fires no level twice while the value stays', [10, 12, 10], [[0], [], []]],
    ['fires every milder level too, in order', [35], [[0, 1, 2]]],
    ['fires the levels one after the other', [11, 21, 31], [[0], [1], [2]]],
    ['is not armed again above the share of the level', [10, 8, [10, 900]], [[0], [], []]],
    ['is armed again below the share of the level', [10, 7.99, [10, 900]], [[0], [], [0]]],
    ['waits for the end of the cool-down', [10, 7, 10, [10, 870], [10, 10]], [[0], [], [], [], [0]]],
    ['forgets a crossing that is over when the cool-down ends', [10, 7, 10, [9, 900]], [[0], [], [], []]],
    ['arms each level by its own share', [31, 15, [31, 900]], [[0, 1, 2], [], [1, 2]]],
    ['takes no unknown value for a change', [10, NaN, [10, 900], NaN], [[0], [], [], []]],
    ['fires at the value itself after unknown ones', [NaN, NaN, 20], [[], [], [0, 1]]],
    ['fires again though the clock was set back', [10, 7, [10, -5000]], [[0], [], [0]]],
  ] as const)('%s', (_, values, fired) => {
    expect(replay(LADDER, values)).toEqual(fired)
  })

  it.each([
    ['at the value and below', [1000.01, 1000, 400], [[], [0], [1]]],
    ['not again before the value is far enough above', [1000, 1250, [1000, 900]], [[0], [], []]],
    ['again after that', [1000, 1250.01, [1000, 900]], [[0], [], [0]]],
    ['never while nothing is measured', [Infinity], [[]]],
  ] as const)('whose values fall fires %s', (_, values, fired) => {
    expect(replay(UNDER, values)).toEqual(fired)
  })
})

const NO_FIGURES: Figures = {
  equity: NaN,
  balance: NaN,
  dd: NaN,
  positions: NaN,
  buyPos: NaN,
  sellPos: NaN,
  floatPnl: NaN,
  marginLevel: NaN,
}

/** An equity curve as pulses report it, with gaps, missing figures and a terminal that lost its connection. */
const curves = fc.array(
  fc.record({
    after: fc.integer({ min: 1, max: 1200 }),
    /** Hundredths of a percent that the equity is below 10,000. */
    depth: fc.integer({ min: -500, max: 7000 }),
    said: fc.constantFrom('all', 'all', 'all', 'nothing', 'unconnected'),
  }),
  { minLength: 1, maxLength: 60, size: 'max' },
)
const ladders = fc
  .record({
    subject: fc.constantFrom('drawdown_peak', 'drawdown', 'equity'),
    steps: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
    rearm: fc.integer({ min: 10, max: 99 }),
    cooldown: fc.integer({ min: 60, max: 4000 }),
  })
  .map(({ subject, steps, rearm, cooldown }): Ladder => {
    const sorted = steps.sort((a, b) => a - b)
    const at = subject === 'equity' ? sorted.map((step) => 10_000 - step * 150) : sorted
    return { subject, levels: at.map((value) => ({ at: value, act: 'tell' })), rearm, cooldown }
  })

interface Moment {
  readonly now: number
  readonly value: number
  readonly fired: readonly number[]
}

/** Replays a curve. The marks are those that the pulses reported, told by the test alone. */
function play(curve: typeof curves extends fc.Arbitrary<infer C> ? C : never, ladder: Ladder): Moment[] {
  let [now, peak] = [1_700_000_000, 0]
  let state: LadderState | undefined
  return curve.map(({ after, depth, said }) => {
    now += after
    const equity = 10_000 - depth
    const zero = { equity: 0, balance: 0 }
    const figures = said === 'all' ? { equity, balance: 10_000 } : said === 'nothing' ? {} : zero
    if (said === 'all') peak = Math.max(peak, equity)
    const marks: EquityMarks | undefined = peak === 0 ? undefined : { peak, dayEquity: peak }
    const subject = ladder.subject as 'drawdown_peak' | 'drawdown' | 'equity'
    const value = pulseValue(subject, { ...NO_FIGURES, ...figures }, marks)
    const step = climb(state, value, ladder, now)
    state = step?.state ?? state
    return { now, value, fired: step?.fired ?? [] }
  })
}

describe('every replayed equity curve', () => {
  const isReached = ({ subject }: Ladder, value: number, at: number) =>
    subject === 'equity' ? value <= at : value >= at
  /** @param slack above 1 takes a value at the edge for back, below 1 for not back */
  const isBack = ({ subject, rearm }: Ladder, value: number, at: number, slack: number) =>
    subject === 'equity' ? value * slack > (at * 100) / rearm : value < ((at * rearm) / 100) * slack
  const property = (check: (moments: readonly Moment[], ladder: Ladder) => void) => {
    fc.assert(
      fc.property(curves, ladders, (curve, ladder) => {
        check(play(curve, ladder), ladder)
      }),
      { numRuns: 400 },
    )
  }
  const firingsOf = (moments: readonly Moment[], level: number) =>
    moments.flatMap(({ fired }, place) => (fired.includes(level) ? [place] : []))

  it('causes an act for each crossing', () => {
    property((moments, ladder) => {
      moments.forEach(({ now, value }, place) => {
        for (const [level, { at }] of ladder.levels.entries()) {
          if (!isReached(ladder, value, at)) continue
          const last = firingsOf(moments.slice(0, place + 1), level).at(-1)
          expect(last).toBeDefined()
          const backs = moments
            .slice(last! + 1, place)
            .filter((one) => isBack(ladder, one.value, at, 1 - 1e-9))
          if (backs.length > 0) expect(now - moments[last!]!.now).toBeLessThan(ladder.cooldown)
        }
      })
    })
  })

  it('causes no act of a level twice within the cool-down, and none without a crossing', () => {
    property((moments, ladder) => {
      for (const [level, { at }] of ladder.levels.entries()) {
        const places = firingsOf(moments, level)
        for (const [number, place] of places.entries()) {
          expect(isReached(ladder, moments[place]!.value, at)).toBe(true)
          const next = places[number + 1]
          if (next === undefined) continue
          expect(moments[next]!.now - moments[place]!.now).toBeGreaterThanOrEqual(ladder.cooldown)
          const between = moments.slice(place + 1, next)
          expect(between.some(({ value }) => isBack(ladder, value, at, 1 + 1e-9))).toBe(true)
        }
      }
    })
  })

  it('skips no level', () => {
    property((moments, ladder) => {
      moments.forEach(({ fired }, place) => {
        expect([...fired].sort((a, b) => a - b)).toEqual(fired)
        for (const level of fired)
          for (let milder = 0; milder < level; milder++)
            expect(firingsOf(moments.slice(0, place + 1), milder).length).toBeGreaterThan(0)
        expect(ladder.levels.length).toBeGreaterThan(Math.max(-1, ...fired))
      })
    })
  })

  it('causes no act on unknown figures', () => {
    property((moments) => {
      for (const { value, fired } of moments) if (Number.isNaN(value)) expect(fired).toEqual([])
    })
  })
})
