/** Where each band of the drawdown spread begins, percent; the last has no end. */
export const BAND_STARTS = [0, 5, 10, 15, 20, 30] as const

/** The band a drawdown lies in, undefined when the account reports none. */
export function bandOf(drawdown: number | null): number | undefined {
  if (drawdown === null) return undefined
  let band = 0
  while (band + 1 < BAND_STARTS.length && drawdown >= (BAND_STARTS[band + 1] ?? Infinity)) band++
  return band
}

/** The key and the values of the words for a band. */
export function bandWords(band: number): [key: string, values: Record<string, number>] {
  const [from = 0, to] = [BAND_STARTS[band], BAND_STARTS[band + 1]]
  return to === undefined ? ['live.figure.band_from', { from }] : ['live.figure.band', { from, to }]
}
