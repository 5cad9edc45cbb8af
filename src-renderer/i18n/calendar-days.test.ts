import { expect, it } from 'vitest'
import { calendarDays } from './calendar-days.ts'

const at = (day: string) => Math.floor(new Date(day).getTime() / 1000)

it.each([
  ['2027-03-10T00:00', '2027-03-10T23:59', 0],
  ['2027-03-10T23:59', '2027-03-11T00:00', 1],
  ['2027-03-10T22:13', '2027-03-14T22:12', 4],
  // Clocks change in much of the world.
  ['2027-03-01T12:00', '2027-04-01T12:00', 31],
])('from %s to %s are %i calendar days', (from, to, days) => {
  expect(calendarDays(at(from), at(to))).toBe(days)
})
