import type { TelemetryRecord } from './records/device.ts'

/**
 * The number of an account's open positions, by its program's counts. Server and console use this one rule.
 * The count of positions decides when the program sends it, else both sides together do. A single side only
 * shows that something is open.
 * @returns NaN when the program's counts decide nothing, so that the account is neither open nor flat
 */
export function openPositions(said: {
  /** NaN for a count that the program didn't send. The same for the next two. */
  readonly positions: number
  readonly buyPos: number
  readonly sellPos: number
}): number {
  const { positions, buyPos, sellPos } = said
  if (positions >= 0) return positions
  const both = buyPos + sellPos
  if (buyPos >= 0 && sellPos >= 0) return both
  if (buyPos > 0) return buyPos
  return sellPos > 0 ? sellPos : NaN
}

/** The same for a record's telemetry. null when unknown. */
export function openPositionsOf(
  telemetry: Pick<TelemetryRecord, 'positions' | 'buy_pos' | 'sell_pos'> | null,
): number | null {
  if (telemetry === null) return null
  const { positions, buy_pos: buyPos, sell_pos: sellPos } = telemetry
  const open = openPositions({ positions: positions ?? NaN, buyPos: buyPos ?? NaN, sellPos: sellPos ?? NaN })
  return Number.isNaN(open) ? null : open
}
