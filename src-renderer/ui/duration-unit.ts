/** Seconds of each unit. */
export const DURATION_UNITS = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const
export type DurationUnit = keyof typeof DURATION_UNITS

/** The largest unit that shows these seconds as a whole number. */
export function unitFor(seconds: number): DurationUnit {
  if (seconds === 0) return 'second'
  if (seconds % DURATION_UNITS.day === 0) return 'day'
  if (seconds % DURATION_UNITS.hour === 0) return 'hour'
  return seconds % DURATION_UNITS.minute === 0 ? 'minute' : 'second'
}
