import { expect, it } from 'vitest'
import { daysUntil, growthPerDay } from './history-forecast.ts'

const DAY = 86_400

it.each([
  ['nothing is known of before', undefined, null],
  ['it was half an hour ago', { at: DAY - 1800, bytes: 0 }, null],
  ['it was an hour ago', { at: DAY - 3600, bytes: 900 }, 2400],
  ['it was a day ago', { at: 0, bytes: 400 }, 600],
  ['data was deleted', { at: 0, bytes: 3000 }, -2000],
])('the growth of a day when %s', (_, former, perDay) => {
  expect(growthPerDay(former, { at: DAY, bytes: 1000 })).toBe(perDay)
})

it.each([
  [null, 100, 10, null],
  [1000, 100, null, null],
  [1000, 100, 0, null],
  [1000, 100, -5, null],
  [1000, 100, 90, 10],
  [1000, 100, 91, 9],
  [1000, 1200, 10, 0],
])('a limit of %s with %s in use and a growth of %s a day: %s days', (limit, used, perDay, days) => {
  expect(daysUntil(limit, used, perDay)).toBe(days)
})
