/** The members of an account by which the fleet page groups. `field`: a custom field, named by its number. */
export const FLEET_DIMENSIONS = ['agent', 'app', 'version', 'server', 'symbol', 'tag', 'field'] as const
export type FleetDimension = (typeof FLEET_DIMENSIONS)[number]

/** The figures by which accounts are sorted. */
export const FLEET_ORDERS = ['profit', 'rate', 'drawdown', 'equity', 'floating'] as const
export type FleetOrder = (typeof FLEET_ORDERS)[number]

/** The beginning of each bar of drawdown, percent. The last bar has no end. */
export const DRAWDOWN_BARS = [0, 1, 2, 5, 10, 15, 20, 30, 50] as const
/** The beginning of each bar of return but the first, as parts of the capital. The first bar has no beginning, the last no end. */
export const RATE_BARS = [-0.5, -0.2, -0.1, -0.05, -0.02, 0, 0.02, 0.05, 0.1, 0.2, 0.5] as const

/** The bar of a drawdown. Undefined where it is unknown. @param percent null for unknown */
export function drawdownBar(percent: number | null): number | undefined {
  return percent === null ? undefined : Math.max(0, placeIn(DRAWDOWN_BARS, percent) - 1)
}

/** The bar of a return. @param rate null for unknown */
export function rateBar(rate: number | null): number | undefined {
  return rate === null ? undefined : placeIn(RATE_BARS, rate)
}

/** The number of edges at or below a value. */
function placeIn(edges: readonly number[], value: number): number {
  let place = 0
  while (place < edges.length && value >= (edges[place] ?? Infinity)) place++
  return place
}
