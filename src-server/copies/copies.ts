import type { Log } from '../contract/ports.ts'
import type { Bus } from './bus.ts'
import { LocalCounters, type Counters } from './counters.ts'
import { LocalFeed, type Feed } from './feed.ts'
import { LocalBus } from './local-bus.ts'

/** One server process, as the others of the same server reach it. Copies of one server share the store and nothing else. */
export interface Copy {
  /** Whether the server may have other copies, now or later. */
  readonly isShared: boolean
  readonly feed: Feed
  readonly bus: Bus
  readonly counters: Counters
  /** The others don't reach this copy any more. */
  leave(): void
}

/** The copies of one server. */
export interface Copies {
  join(log: Log): Copy
}

export interface LocalCopies extends Copies {
  /** Brings everything that gathered at a copy to the others. */
  readonly settle: () => void
}

/** Copies in this process: a server alone, and the servers of a test, which are several. */
export function createLocalCopies(isShared = false): LocalCopies {
  const feeds = new LocalFeed()
  const buses = new LocalBus()
  const counters = new LocalCounters()
  return {
    join: (log) => {
      const feed = feeds.join()
      const bus = buses.join(log)
      return {
        isShared,
        feed,
        bus,
        counters,
        leave: () => {
          feeds.leave(feed)
          bus.leave()
        },
      }
    },
    settle: () => {
      buses.flush()
    },
  }
}
