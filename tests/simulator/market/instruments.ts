/** An instrument that an account trades. Money is in the account's currency. */
export interface Instrument {
  /** As the broker spells it, with suffixes such as `+`. */
  readonly symbol: string
  readonly start: number
  /** Relative standard deviation of one second's move. */
  readonly volatility: number
  /** Money one lot gains when the price rises by 1. */
  readonly lotValue: number
  /** Margin of one lot. */
  readonly lotMargin: number
}

export const INSTRUMENTS: readonly [Instrument, ...Instrument[]] = [
  { symbol: 'XAUUSD+', start: 4120, volatility: 6e-5, lotValue: 100, lotMargin: 4120 },
  { symbol: 'XAUUSD', start: 4120, volatility: 6e-5, lotValue: 100, lotMargin: 4120 },
  { symbol: 'EURUSD', start: 1.158, volatility: 1.6e-5, lotValue: 100_000, lotMargin: 1158 },
  { symbol: 'EURUSD.pro', start: 1.158, volatility: 1.6e-5, lotValue: 100_000, lotMargin: 1158 },
  { symbol: 'GBPUSDm', start: 1.312, volatility: 1.9e-5, lotValue: 100_000, lotMargin: 1312 },
  { symbol: 'US30.cash', start: 46_500, volatility: 3e-5, lotValue: 1, lotMargin: 465 },
  { symbol: 'BTCUSD', start: 91_000, volatility: 1.2e-4, lotValue: 1, lotMargin: 910 },
]
