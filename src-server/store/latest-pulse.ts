/** An account's latest pulse as stored. NaN means "no value". Times are Unix seconds. */
export interface LatestPulse {
  readonly deviceId: number
  readonly at: number
  readonly equity: number
  readonly balance: number
  readonly dd: number
  readonly positions: number
  readonly buyPos: number
  readonly sellPos: number
  readonly floatPnl: number
  readonly marginLevel: number
  readonly interval: number
  readonly symbol: string
  readonly ip: string
}
