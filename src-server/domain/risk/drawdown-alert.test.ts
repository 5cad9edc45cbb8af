import { expect, it } from 'vitest'
import { judgeDrawdown } from './drawdown-alert.ts'

const POLICY = { drawdownThreshold: 20, alertCooldown: 900 }
const LAST = { at: 1000, dd: 22 }

it.each([
  ['below the threshold', undefined, 19.99, 1000, 'unchanged'],
  ['at it, from below', undefined, 20, 1000, 'alert'],
  ['worse within the cool-down', LAST, 50, 1899, 'unchanged'],
  ['worse after it', LAST, 22.1, 1900, 'alert'],
  ['as bad as it was, after it', LAST, 22, 1900, 'unchanged'],
  ['at 80 %', LAST, 16, 1900, 'unchanged'],
  ['below 80 %', LAST, 15.99, 1001, 'over'],
  ['none said', LAST, NaN, 1900, 'unchanged'],
] as const)('%s', (_, last, dd, now, expected) => {
  expect(judgeDrawdown(last, dd, POLICY, now)).toBe(expected)
})

it('a threshold that was raised meanwhile is the one that counts', () => {
  expect(judgeDrawdown(LAST, 25, { ...POLICY, drawdownThreshold: 30 }, 5000)).toBe('unchanged')
})

it('a cool-down of 0 is a minute, a threshold of 0 is none', () => {
  expect(judgeDrawdown(LAST, 30, { ...POLICY, alertCooldown: 0 }, 1059)).toBe('unchanged')
  expect(judgeDrawdown(LAST, 30, { ...POLICY, alertCooldown: 0 }, 1060)).toBe('alert')
  expect(judgeDrawdown(undefined, 100, { ...POLICY, drawdownThreshold: 0 }, 0)).toBe('unchanged')
})
