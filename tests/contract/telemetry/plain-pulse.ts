import type { LatestPulse } from '../../../src-server/store/latest-pulse.ts'
import { NO_MORE_FIGURES } from '../../support/no-more-figures.ts'

/** A pulse of an account without positions, with other members where they are given. */
export function plainPulse(deviceId: number, at: number, given: Partial<LatestPulse> = {}): LatestPulse {
  return {
    ...{ deviceId, at, equity: 1, balance: 1, dd: 0, positions: 0, buyPos: 0, sellPos: 0, floatPnl: 0 },
    ...{ marginLevel: 0, interval: 5, symbol: 'XAUUSD', ip: '192.0.2.1' },
    ...NO_MORE_FIGURES,
    ...given,
  }
}
