import type { LatestPulse } from '../../../src-server/store/latest-pulse.ts'
import { NO_MORE_FIGURES } from '../../support/no-more-figures.ts'

/** A pulse of an account that began with 10,000. */
export function fleetPulse(deviceId: number, at: number, equity: number, marginLevel: number): LatestPulse {
  return {
    ...{ deviceId, at, equity, balance: 10_000, dd: Math.round(Math.max(0, 10_000 - equity)) / 100 },
    ...{ positions: 3, buyPos: 2, sellPos: 1, floatPnl: cents(equity - 10_000), marginLevel, interval: 5 },
    ...{ symbol: 'XAUUSD', ip: '127.0.0.1' },
    ...NO_MORE_FIGURES,
  }
}

export const cents = (amount: number) => Math.round(amount * 100) / 100
