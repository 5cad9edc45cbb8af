import type { Log } from '../contract/ports.ts'
import type { CopyRow } from '../store/copy-link.ts'
import type { Bus } from './bus.ts'
import { LocalCounters, type Counters } from './counters.ts'
import { LocalFeed, type Feed } from './feed.ts'
import { LocalBus } from './local-bus.ts'

/** Whether the memory of a copy is right: it follows the commits of all copies, which it reads from the store. */
export interface Standing {
  /** Whether memory has all commits but those of the last two seconds. Costs nothing: asked at each call. */
  readonly isCurrent: boolean
  /** Whether the store gave no answer to the last look. */
  readonly isAway: boolean
  /** Milliseconds since the commits that memory has. */
  readonly lagMs: number
  /** Reads what other copies committed until now. @returns false when the store gives no answer */
  catchUp(): Promise<boolean>
  /** The lead of this copy's clock over the store's, milliseconds. */
  readonly clockMs: number
  /** The copies of the last minutes, this one too. Empty for a server of one copy. */
  readonly known: readonly CopyRow[]
}

/** One server process, as the others of the same server reach it. Copies of one server share the store and nothing else. */
export interface Copy {
  /** Whether the server may have other copies, now or later. */
  readonly isShared: boolean
  /** The name by which the others know it. Absent in a process that has all copies. */
  readonly name?: string
  readonly feed: Feed
  readonly bus: Bus
  readonly counters: Counters
  readonly standing: Standing
  /** Deletes what no copy needs any more. @param now Unix seconds */
  tidy(now: number): Promise<void>
  /** The others don't reach this copy any more. */
  leave(): Promise<void>
}

/** The copies of one server. */
export interface Copies {
  join(log: Log): Copy
}

export interface LocalCopies extends Copies {
  /** Brings everything that gathered at a copy to the others. */
  readonly settle: () => void
}

/** A copy in the process of the others hears of each commit before anybody else. */
export const ALWAYS_CURRENT: Standing = {
  isCurrent: true,
  isAway: false,
  lagMs: 0,
  clockMs: 0,
  catchUp: () => Promise.resolve(true),
  known: [],
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
        standing: ALWAYS_CURRENT,
        tidy: () => Promise.resolve(),
        leave: () => {
          feeds.leave(feed)
          bus.leave()
          return Promise.resolve()
        },
      }
    },
    settle: () => {
      buses.flush()
    },
  }
}
