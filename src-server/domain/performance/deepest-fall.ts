/** A day of a curve: its extremes and its end. `at` is the beginning of the day, Unix seconds. */
export interface CurveDay {
  readonly at: number
  readonly low: number
  readonly high: number
  readonly close: number
}

/** A fall from a peak. Times are beginnings of days, Unix seconds. */
export interface Fall {
  readonly size: number
  readonly peakAt: number
  readonly troughAt: number
  /** The day that reached the old peak again. null: none yet. */
  readonly recoveredAt: number | null
}

/**
 * The deepest fall from a peak. The order of a day's low and high is unknown: a low counts from the peaks of earlier days,
 * and the day's end from its own high too.
 * @param start the value before the first day
 * @param sizeOf the size of a fall
 * @returns undefined for a curve that never falls
 */
export function deepestFall(
  days: readonly CurveDay[],
  start: number,
  sizeOf: (peak: number, value: number) => number,
): Fall | undefined {
  let peak = { value: start, at: days[0]?.at ?? 0 }
  let worst: (Omit<Fall, 'recoveredAt'> & { readonly peak: number }) | undefined
  let recoveredAt: number | null = null
  for (const day of days) {
    const consider = (value: number): void => {
      const size = sizeOf(peak.value, value)
      if (size <= (worst?.size ?? 0)) return
      worst = { size, peak: peak.value, peakAt: peak.at, troughAt: day.at }
      recoveredAt = null
    }
    if (worst !== undefined && recoveredAt === null && day.high >= worst.peak) recoveredAt = day.at
    consider(day.low)
    if (day.high > peak.value) peak = { value: day.high, at: day.at }
    consider(day.close)
    if (worst !== undefined && recoveredAt === null && day.close >= worst.peak) recoveredAt = day.at
  }
  if (worst === undefined) return undefined
  const { size, peakAt, troughAt } = worst
  return { size, peakAt, troughAt, recoveredAt }
}
