import { and, eq } from 'drizzle-orm'
import type { ReplayRepository } from '../../repositories/replays.ts'
import { changedBy, firstOf, type Connection } from '../connection.ts'
import { replays } from '../schema/index.ts'

/** Rows deleted at once. This takes a few milliseconds. */
const MOST_DELETED = 5000

export function createReplayRepository({ prepare, orm }: Connection): ReplayRepository {
  const find = (appId: number, signature: string) =>
    firstOf(
      orm
        .select()
        .from(replays)
        .where(and(eq(replays.appId, appId), eq(replays.signature, signature))),
    )
  const deleteEnded = prepare<[now: number, most: number]>(
    'DELETE FROM replays WHERE ctid = ANY(ARRAY(SELECT ctid FROM replays WHERE until <= ? LIMIT ?))',
  )

  return {
    add: async (replay) => {
      const added = await changedBy(orm.insert(replays).values(replay).onConflictDoNothing())
      return added === 1 ? undefined : find(replay.appId, replay.signature)
    },

    find,

    deleteEnded: async (now) => (await deleteEnded.run(now, MOST_DELETED)).changes < MOST_DELETED,
  }
}
