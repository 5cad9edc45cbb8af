import { LocalFeed, type Feed } from './feed.ts'

/** One server process, as the others of the same server reach it. Copies of one server share the store and nothing else. */
export interface Copy {
  readonly feed: Feed
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
  return {
    join: () => {
      const feed = feeds.join()
      return {
        feed,
        leave: () => {
          feeds.leave(feed)
        },
      }
    },
  }
}
