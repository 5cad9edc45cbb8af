import { expect, it } from 'vitest'
import { dayStart } from './address-values.ts'

it.each([
  ['2027-03-01', new Date(2027, 2, 1).getTime() / 1000],
  ['2024-02-29', new Date(2024, 1, 29).getTime() / 1000],
  ['2027-13-01', undefined],
  ['yesterday', undefined],
  ['', undefined],
  [undefined, undefined],
])('the day %s starts at %s', (day, at) => {
  expect(dayStart(day)).toBe(at)
})
