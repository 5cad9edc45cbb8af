import { expect, it } from 'vitest'
import { readTypedDate } from './typed-date.ts'

it.each([
  ['2027-09-09', '2027-09-09'],
  ['2027/9/9', '2027-09-09'],
  ['2027.9.9', '2027-09-09'],
  [' 2027-09-09T14:05 ', '2027-09-09'],
  ['2028-02-29', '2028-02-29'],
  ['2027-02-29', undefined],
  ['2027-13-01', undefined],
  ['09/09/2027', undefined],
  ['tomorrow', undefined],
])('reads %s as the day %s', (typed, day) => {
  expect(readTypedDate(typed, 'day')).toBe(day)
})

it.each([
  ['2027-09-09 14:05', '2027-09-09T14:05'],
  ['2027-09-09T4:05', '2027-09-09T04:05'],
  ['2027-09-09', '2027-09-09T00:00'],
  ['2027-09-09 24:01', undefined],
])('reads %s as the moment %s', (typed, moment) => {
  expect(readTypedDate(typed, 'moment')).toBe(moment)
})
