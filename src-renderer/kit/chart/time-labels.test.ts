import { afterAll, beforeAll, expect, it } from 'vitest'
import { shownZone } from '../../i18n/zone.ts'
import { timeLabels } from './time-labels.ts'

const START = Date.UTC(2026, 10, 30, 5, 59) / 1000
beforeAll(() => {
  shownZone.value = 'UTC'
})
afterAll(() => {
  shownZone.value = undefined
})

it.each([
  ['the first minutes of an account', 15, 90],
  ['an hour', 600, 3600],
  ['three days', 6 * 3600, 3 * 86_400],
  ['a month', 7 * 86_400, 30 * 86_400],
  ['three years', 365 * 86_400, 3 * 365 * 86_400],
])('labels of neighbours differ: %s', (_, step, span) => {
  const at = Array.from({ length: 5 }, (__, place) => START + place * step)
  expect(new Set(timeLabels(at, step, span, 'en')).size).toBe(at.length)
})
