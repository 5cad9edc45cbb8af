import type { Steward } from '../../copies/stewardship.ts'
import type { Followers } from '../../copies/followers.ts'
import type { LearnedMarket } from '../../contract/markets/markets.ts'
import { marketKey } from '../../contract/markets/markets.ts'
import type { Clock } from '../../contract/ports.ts'
import type { Store } from '../../store/store.ts'
import type { MarketWatch } from '../../telemetry/market-watch.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { withPauses } from '../with-pauses.ts'
import type { MarketBook } from './market-book.ts'

interface Parts {
  readonly store: Store
  readonly steward: Pick<Steward, 'isIn'>
  readonly followers: Followers
  readonly devices: Pick<DeviceRegistry, 'all'>
  readonly markets: MarketBook
  readonly watches: { readonly marketWatch: MarketWatch }
  readonly clock: Clock
}

const LOOK_SECONDS = 60
/** The maximum number of learned markets. Those that were confirmed longest ago go. */
const MOST_LEARNED = 2000

/** Stores the markets that were learned from pulses, and forgets those that nothing confirms. */
export class MarketLearning {
  readonly #parts: Parts
  #lookedAt = 0

  constructor(parts: Parts) {
    this.#parts = parts
    parts.followers.add('learnedMarkets', {
      read: async (unit) => [['all', await unit.learnedMarkets.all()]],
      take: (_, learned = []) => {
        parts.markets.learn(learned)
      },
    })
  }

  async load(): Promise<void> {
    const { store, markets } = this.#parts
    markets.learn(await store.read((unit) => unit.learnedMarkets.all()))
  }

  /** Runs now and then, and looks at all accounts once a minute at most. */
  async look(): Promise<void> {
    const { store, steward, devices, markets, watches, clock } = this.#parts
    const now = clock.now()
    if (Math.abs(now - this.#lookedAt) < LOOK_SECONDS) return
    this.#lookedAt = now
    const known = markets.calendar.learned
    const learned = await watches.marketWatch.learn(withPauses(devices.all()), known, now)
    const kept = known.filter(({ until }) => until > now)
    if (learned.length === 0 && kept.length === known.length) return
    const next = merged(kept, learned)
    await store.write(
      async (unit) => {
        // A copy that stood still meanwhile knows older ones.
        if (!(await steward.isIn(unit))) return
        await unit.learnedMarkets.replace(next)
        unit.changed('learnedMarkets', 'all')
      },
      { durable: false },
    )
  }
}

function merged(known: readonly LearnedMarket[], learned: readonly LearnedMarket[]): LearnedMarket[] {
  const all = new Map([...known, ...learned].map((one) => [marketKey(one.symbol, one.server), one]))
  return [...all.values()].sort((a, b) => b.until - a.until).slice(0, MOST_LEARNED)
}
