import type { LearnedMarketRepository } from '../../repositories/learned-markets.ts'
import type { Connection } from '../connection.ts'
import { learnedMarkets } from '../schema/index.ts'

export function createLearnedMarketRepository({ orm }: Connection): LearnedMarketRepository {
  return {
    all: async () => orm.select().from(learnedMarkets).orderBy(learnedMarkets.until),
    replace: async (markets) => {
      await orm.delete(learnedMarkets)
      for (const market of markets) await orm.insert(learnedMarkets).values(market)
    },
  }
}
