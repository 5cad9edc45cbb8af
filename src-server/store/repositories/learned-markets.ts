import type { LearnedMarket } from '../../contract/markets/markets.ts'

export interface LearnedMarketRepository {
  all(): Promise<LearnedMarket[]>
  /** Replaces all of them. */
  replace(markets: readonly LearnedMarket[]): Promise<void>
}
