import { expect, it } from 'vitest'
import { dayDue } from './planned-moment.ts'

const at = (iso: string) => Date.parse(iso) / 1000

it.each([
  ['08:00', 0, '2026-11-28T07:59:59Z', undefined],
  ['08:00', 0, '2026-11-28T08:00:00Z', '2026-11-28'],
  ['08:00', 0, '2026-11-28T11:59:59Z', '2026-11-28'],
  ['08:00', 0, '2026-11-28T12:00:00Z', undefined],
  // Midnight in Greenwich is eight o'clock in Shanghai, and four hours earlier it is already the next day
  // there.
  ['08:00', 480, '2026-11-28T00:00:00Z', '2026-11-28'],
  ['00:30', 480, '2026-11-27T17:00:00Z', '2026-11-28'],
  ['08:00', -300, '2026-11-28T13:10:00Z', '2026-11-28'],
  // After midnight, the planned evening's day still counts.
  ['23:00', 0, '2026-11-29T01:00:00Z', '2026-11-28'],
  ['23:00', 0, '2026-11-29T03:00:00Z', undefined],
])('%s, %i minutes ahead, at %s: %s', (time, offset, now, day) => {
  expect(dayDue(time, offset, at(now), 4 * 3600)).toBe(day)
})
