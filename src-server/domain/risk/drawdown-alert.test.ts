import { expect, it } from 'vitest'
import { followDrawdown, judgeDrawdown } from './drawdown-alert.ts'

const POLICY = { drawdownThreshold: 20, alertCooldown: 900 }
const LAST = { dd: 22, toldAt: 1000, isUntold: false, isOver: false }
const OVER = { ...LAST, isOver: true }
const UNTOLD = { ...LAST, isUntold: true }

it.each([
  ['below the threshold', undefined, 19.99, 1000, 'unchanged'],
  ['reaches the threshold from below', undefined, 20, 1000, 'alert'],
  ['worse within the cool-down', LAST, 50, 1899, 'unchanged'],
  ['worse after the cool-down', LAST, 22.1, 1900, 'alert'],
  ['unchanged after the cool-down', LAST, 22, 1900, 'unchanged'],
  ['at 80 %', LAST, 16, 1900, 'unchanged'],
  ['below 80 %', LAST, 15.99, 1001, 'over'],
  ['no drawdown in the pulse', LAST, NaN, 1900, 'unchanged'],
  ['again within the cool-down', OVER, 20, 1899, 'crossing'],
  ['again after the cool-down', OVER, 20, 1900, 'alert'],
  ['not yet at the threshold again', OVER, 19.9, 1900, 'unchanged'],
  ['a pending alert, still above the threshold', UNTOLD, 20, 1900, 'alert'],
  ['a pending alert within the cool-down', UNTOLD, 90, 1899, 'unchanged'],
  ['a pending alert, now below the threshold', UNTOLD, 19, 1900, 'unchanged'],
  ['a clock that was set back by more than the cool-down', OVER, 20, 100, 'alert'],
] as const)('%s', (_, last, dd, now, expected) => {
  expect(judgeDrawdown(last, dd, POLICY, now)).toBe(expected)
})

it('a raised threshold takes effect, and counts as reached for the first time', () => {
  const raised = { ...POLICY, drawdownThreshold: 30 }
  expect(judgeDrawdown(LAST, 25, raised, 5000)).toBe('unchanged')
  expect(judgeDrawdown(LAST, 30, raised, 1100)).toBe('crossing')
  expect(judgeDrawdown(LAST, 30, raised, 5000)).toBe('alert')
})

it('a cool-down of 0 means a minute, and a threshold of 0 means none and ends the alert', () => {
  expect(judgeDrawdown(LAST, 30, { ...POLICY, alertCooldown: 0 }, 1059)).toBe('unchanged')
  expect(judgeDrawdown(LAST, 30, { ...POLICY, alertCooldown: 0 }, 1060)).toBe('alert')
  expect(judgeDrawdown(undefined, 100, { ...POLICY, drawdownThreshold: 0 }, 0)).toBe('unchanged')
  expect(judgeDrawdown(LAST, 100, { ...POLICY, drawdownThreshold: 0 }, 0)).toBe('over')
})

it('keeps the time of the last alert until the next one', () => {
  expect(followDrawdown(undefined, 'alert', 21, 5)).toEqual({
    dd: 21,
    toldAt: 5,
    isUntold: false,
    isOver: false,
  })
  expect(followDrawdown(UNTOLD, 'over', 1, 1100)).toEqual(OVER)
  expect(followDrawdown(OVER, 'crossing', 40, 1100)).toEqual({ ...UNTOLD, dd: 40 })
  expect(followDrawdown(undefined, 'unchanged', 1, 1)).toBeUndefined()
})
