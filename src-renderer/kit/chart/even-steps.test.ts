import { expect, it } from 'vitest'
import { evenSteps, withGaps } from './even-steps.ts'

it('has a step without a point for each time without the server', () => {
  const rows = [60, 120, 300].map((at) => ({ at }))
  expect(evenSteps({ seconds: 60, rows })).toEqual([
    { at: 60, point: { at: 60 } },
    { at: 120, point: { at: 120 } },
    { at: 180, point: undefined },
    { at: 240, point: undefined },
    { at: 300, point: { at: 300 } },
  ])
  expect(evenSteps({ seconds: 60, rows: [] })).toEqual([])
})

it('has one empty step in a time without the server, and none where a point is late', () => {
  const rows = [60, 180, 240, 900].map((at) => ({ at }))
  expect(withGaps({ seconds: 60, rows }).map(({ at, point }) => [at, point !== undefined])).toEqual([
    [60, true],
    [180, true],
    [240, true],
    [300, false],
    [900, true],
  ])
  expect(withGaps({ seconds: 60, rows: [] })).toEqual([])
})
