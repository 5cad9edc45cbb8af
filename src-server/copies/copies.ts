import { LocalCounters, type Counters } from './counters.ts'
import { LocalFeed, type Feed } from './feed.ts'

/** One server process, as the others of the same server reach it. Copies of one server share the store and nothing else. */
export interface Copy {
  readonly feed: Feed
  readonly counters: Counters
  /** The others don't reach this copy any more. */
  leave(): void
}

/** The copies of one server. */
export interface Copies {
  join(): Copy
}

/** Copies in this process: a server alone, and the servers of a test. */
export function createLocalCopies(): Copies {
  const feeds = new LocalFeed()
  const counters = new LocalCounters()
  return {
    join: () => {
      const feed = feeds.join()
      return {
        feed,
        counters,
        leave: () => {
          feeds.leave(feed)
        },
      }
    },
  }
}
