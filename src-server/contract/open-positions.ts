import type { TelemetryRecord } from './records/device.ts'

/**
 * How many positions an account has open, by what its program says. Server and screens use this one rule.
 * The count of positions decides where the program sends it. Else both sides together do. One side alone says only that something is open.
 *
 * @returns NaN where the program's counts decide nothing: the account is neither open nor flat
 */
export function openPositions(said: {
  /** NaN for a count that the program did not send, here and below. */
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

/** The same of a record's telemetry; null where it isn't known. */
export function openPositionsOf(
  telemetry: Pick<TelemetryRecord, 'positions' | 'buy_pos' | 'sell_pos'> | null,
): number | null {
  if (telemetry === null) return null
  const { positions, buy_pos: buyPos, sell_pos: sellPos } = telemetry
  const open = openPositions({ positions: positions ?? NaN, buyPos: buyPos ?? NaN, sellPos: sellPos ?? NaN })
  return Number.isNaN(open) ? null : open
}
