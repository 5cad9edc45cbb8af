import { and, eq } from 'drizzle-orm'
import type { ReplayRepository } from '../../repositories/replays.ts'
import type { Connection } from '../connection.ts'
import { replays } from '../schema/index.ts'

/** Rows deleted at once. This takes a few milliseconds. */
const MOST_DELETED = 5000

export function createReplayRepository({ raw, orm }: Connection): ReplayRepository {
  const find = (appId: number, signature: string) =>
    orm
      .select()
      .from(replays)
      .where(and(eq(replays.appId, appId), eq(replays.signature, signature)))
      .get()
  const deleteEnded = raw.prepare<[now: number, most: number]>(
    'DELETE FROM replays WHERE rowid IN (SELECT rowid FROM replays WHERE until <= ? LIMIT ?)',
  )

  return {
    add: async (replay) => {
      const { changes } = orm.insert(replays).values(replay).onConflictDoNothing().run()
      return changes === 1 ? undefined : find(replay.appId, replay.signature)
    },

    find: async (appId, signature) => find(appId, signature),

    deleteEnded: async (now) => deleteEnded.run(now, MOST_DELETED).changes < MOST_DELETED,
  }
}
