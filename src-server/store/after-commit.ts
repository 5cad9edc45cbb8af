import type { Follow, OwnChange } from './changes.ts'

/**
 * Ends a unit after its commit.
 * @param failure why a power cut may take the commit back
 * @returns when the unit has ended; undefined: it has
 */
export type Settle = (failure: Error | undefined) => Promise<void> | undefined

/** The changes and effects of a unit, which wait for its commit. */
export interface AfterCommit {
  readonly changes: OwnChange[]
  readonly effects: (() => void)[]
}

export const followNothing: Follow = () => undefined

/** The data in memory follows the committed data in any case. An error of it goes to the unit's caller, and must not end the queue. */
export function settling(
  { changes, effects }: AfterCommit,
  follow: Follow,
  end: (failure: Error | undefined) => void,
): Settle {
  return (failure) => {
    const finish = () => {
      for (const effect of effects) effect()
      end(failure)
    }
    const fail = (error: unknown) => {
      end(asError(error))
    }
    try {
      const following = changes.length === 0 ? undefined : follow(changes)
      if (following !== undefined) return following.then(finish).catch(fail)
      finish()
    } catch (error) {
      fail(error)
    }
    return undefined
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
