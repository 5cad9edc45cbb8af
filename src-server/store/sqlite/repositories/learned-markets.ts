import type { LearnedMarketRepository } from '../../repositories/learned-markets.ts'
import type { Connection } from '../connection.ts'
import { learnedMarkets } from '../schema/index.ts'

export function createLearnedMarketRepository({ orm }: Connection): LearnedMarketRepository {
  return {
    all: async () => orm.select().from(learnedMarkets).orderBy(learnedMarkets.until).all(),
    replace: async (markets) => {
      orm.delete(learnedMarkets).run()
      for (const market of markets) orm.insert(learnedMarkets).values(market).run()
    },
  }
}
