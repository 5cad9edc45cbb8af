import { describe, expect, it } from 'vitest'
import { boundsOfBars, labelledSteps, linePath, placeOf, scaleOf, stackBars } from './step-scale.ts'

describe('scaleOf', () => {
  it.each([
    [0, 97, { low: 0, high: 100, ticks: [0, 25, 50, 75, 100] }],
    [-3, 9, { low: -5, high: 10, ticks: [-5, 0, 5, 10] }],
    [0, 0.8, { low: 0, high: 0.8, ticks: [0, 0.2, 0.4, 0.6, 0.8] }],
    [
      1_000_000,
      1_030_000,
      { low: 1_000_000, high: 1_030_000, ticks: [1_000_000, 1_010_000, 1_020_000, 1_030_000] },
    ],
  ])('from %d to %d has round lines', (low, high, scale) => {
    expect(scaleOf(low, high)).toEqual(scale)
  })

  it('shares the lines of another axis', () => {
    for (const [low, high, parts] of [
      [9342, 10_480, 3],
      [0, 6, 4],
      [-20, 95, 2],
      [7, 7, 5],
    ] as const) {
      const { ticks, ...scale } = scaleOf(low, high, parts)
      expect(ticks.length).toBe(parts + 1)
      expect(scale.low).toBeLessThanOrEqual(low)
      expect(scale.high).toBeGreaterThanOrEqual(high)
    }
  })

  it.each([
    [0, 0],
    [500, 500],
    [-2, -2],
  ])('gives a flat line from %d room', (low, high) => {
    const { low: bottom, high: top, ticks } = scaleOf(low, high)
    expect(bottom).toBeLessThanOrEqual(low)
    expect(top).toBeGreaterThan(bottom)
    expect(ticks.length).toBeGreaterThan(1)
  })
})

describe('stacked bars', () => {
  it('put gains on gains and losses below losses', () => {
    const bars = stackBars([
      [3, -1, null, 2],
      [2, -4, 1, -5],
    ])
    expect(bars).toEqual([
      [{ from: 0, to: 3 }, { from: 0, to: -1 }, null, { from: 0, to: 2 }],
      [
        { from: 3, to: 5 },
        { from: -1, to: -5 },
        { from: 0, to: 1 },
        { from: 0, to: -5 },
      ],
    ])
    expect(boundsOfBars(bars)).toEqual({ low: -5, high: 5 })
  })
})

describe('a line', () => {
  it('has a gap where a step has no value, and a dot for a single step', () => {
    const scale = scaleOf(0, 100)
    expect(linePath([0, 100, null, 50], scale)).toBe('M0.5 100L1.5 0M3.5 50h0.01')
    expect(placeOf(25, scale)).toBe(0.75)
  })
})

it('labels of steps are even, and the last step has one', () => {
  const days = (many: number) => Array.from({ length: many }, (_, day) => `day ${day}`)
  expect(labelledSteps(days(7), 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(labelledSteps(days(30), 6)).toEqual([4, 9, 14, 19, 24, 29])
  expect(labelledSteps([], 5)).toEqual([])
})
it('labels of parts of days are on the midnights, as far from each other as the days', () => {
  const names = Array.from({ length: 5 * 24 }, (_, hour) => `day ${Math.floor((hour + 10) / 24)}`)
  expect(labelledSteps(names, 9)).toEqual([14, 38, 62, 86, 110])
  expect(labelledSteps(names, 3)).toEqual([14, 62, 110])
})
