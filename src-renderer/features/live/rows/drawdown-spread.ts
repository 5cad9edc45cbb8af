/** Where each band of the drawdown spread begins, percent; the last has no end. */
export const BAND_STARTS = [0, 5, 10, 15, 20, 30] as const

/** The band a drawdown lies in, undefined when the account reports none. */
export function bandOf(drawdown: number | null): number | undefined {
  if (drawdown === null) return undefined
  let band = 0
  while (band + 1 < BAND_STARTS.length && drawdown >= (BAND_STARTS[band + 1] ?? Infinity)) band++
  return band
}
