import { CODE_UNIT_SECONDS, type CodeUnit } from '../../../src-server/contract/code-names.ts'

/** What people choose from, shortest first. */
export const UNITS: readonly CodeUnit[] = [
  'hour',
  'day',
  'week',
  'month',
  'season',
  'half-year',
  'year',
  'second',
]

const CARD_UNITS = ['day', 'week', 'month', 'season', 'half-year', 'year'] as const

/** The unit that a code lasts exactly one of, from a day up. */
export function cardUnit(seconds: number): (typeof CARD_UNITS)[number] | undefined {
  return CARD_UNITS.find((unit) => CODE_UNIT_SECONDS[unit] === seconds)
}

/** A duration in days from one day up: "30 days" means the same in every calendar. */
export function durationParts(seconds: number): { unit: 'day' | 'hour' | 'second'; amount: number } {
  if (seconds % CODE_UNIT_SECONDS.day === 0) return { unit: 'day', amount: seconds / CODE_UNIT_SECONDS.day }
  if (seconds % CODE_UNIT_SECONDS.hour === 0)
    return { unit: 'hour', amount: seconds / CODE_UNIT_SECONDS.hour }
  return { unit: 'second', amount: seconds }
}

const SPAN_UNITS = [
  ['day', CODE_UNIT_SECONDS.day],
  ['hour', CODE_UNIT_SECONDS.hour],
  ['minute', 60],
  ['second', 1],
] as const

/** Any span in its two largest units: 29 days and 3 hours. */
export function spanParts(seconds: number): { unit: (typeof SPAN_UNITS)[number][0]; amount: number }[] {
  let rest = seconds
  const parts = SPAN_UNITS.map(([unit, length]) => {
    const amount = Math.floor(rest / length)
    rest -= amount * length
    return { unit, amount }
  })
  const first = parts.findIndex(({ amount }) => amount > 0)
  return parts.slice(Math.max(first, 0), first + 2).filter(({ amount }) => amount > 0)
}
