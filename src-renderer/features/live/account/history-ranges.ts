/** How far back the chart looks, seconds. */
export const HISTORY_RANGES = {
  '1H': 3600,
  '1D': 86_400,
  '1W': 7 * 86_400,
  '1M': 30 * 86_400,
  '1Y': 365 * 86_400,
} as const
export type HistoryRange = keyof typeof HISTORY_RANGES
export const HISTORY_RANGE_NAMES = ['1H', '1D', '1W', '1M', '1Y'] as const satisfies readonly HistoryRange[]

/** More than a chart has pixels for would be thrown away. */
export const CHART_POINTS = 600
