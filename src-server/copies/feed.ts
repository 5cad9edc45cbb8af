import type { Change } from '../store/changes.ts'

/** The change feed: the copies of a server learn of each other's commits. */
export interface Feed {
  /** Tells the other copies what commits of this copy changed, in the order of commits. */
  tell(changes: readonly Change[]): void
  /** Calls back with what commits of other copies changed. */
  hear(follow: (changes: readonly Change[]) => void): void
}

/** The feed between copies in one process. A copy alone tells nobody. */
export class LocalFeed {
  readonly #copies = new Map<Feed, (changes: readonly Change[]) => void>()

  join(): Feed {
    const copy: Feed = {
      tell: (changes) => {
        for (const [other, follow] of this.#copies) if (other !== copy) follow(changes)
      },
      hear: (follow) => {
        this.#copies.set(copy, follow)
      },
    }
    return copy
  }

  leave(copy: Feed): void {
    this.#copies.delete(copy)
  }
}
