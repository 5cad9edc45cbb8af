import type { Change } from '../store/changes.ts'

/** @returns when memory is right; undefined: it is, or is being loaded */
export type FollowOthers = (changes: readonly Change[]) => Promise<void> | undefined

/** The change feed: the copies of a server follow each other's commits. */
export interface Feed {
  /** Sends the changes of a commit of this copy to the others. They get all changes in the order of commits. */
  publish(changes: readonly Change[]): void
  /** Calls back with the changes of other copies. */
  subscribe(follow: FollowOthers): void
}

/** The feed between copies in one process. The changes of a copy alone go nowhere. */
export class LocalFeed {
  readonly #copies = new Map<Feed, FollowOthers>()

  join(): Feed {
    const copy: Feed = {
      publish: (changes) => {
        for (const [other, follow] of this.#copies) if (other !== copy) void follow(changes)
      },
      subscribe: (follow) => {
        this.#copies.set(copy, follow)
      },
    }
    return copy
  }

  leave(copy: Feed): void {
    this.#copies.delete(copy)
  }
}
