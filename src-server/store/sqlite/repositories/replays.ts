import { and, eq, inArray, lte } from 'drizzle-orm'
import type { ReplayRepository } from '../../repositories/replays.ts'
import type { Connection } from '../connection.ts'
import { replays } from '../schema/index.ts'

/** Rows deleted at once. This takes a few milliseconds. */
const MOST_DELETED = 5000

export function createReplayRepository({ orm }: Connection): ReplayRepository {
  const find = (appId: number, signature: string) =>
    orm
      .select()
      .from(replays)
      .where(and(eq(replays.appId, appId), eq(replays.signature, signature)))
      .get()

  return {
    add: async (replay) => {
      const { changes } = orm.insert(replays).values(replay).onConflictDoNothing().run()
      return changes === 1 ? undefined : find(replay.appId, replay.signature)
    },

    find: async (appId, signature) => find(appId, signature),

    deleteEnded: async (now) => {
      const { appId, signature, until } = replays
      const ended = orm.select().from(replays).where(lte(until, now)).limit(MOST_DELETED).all()
      for (const [app, rows] of Map.groupBy(ended, (row) => row.appId)) {
        const signatures = rows.map((row) => row.signature)
        orm
          .delete(replays)
          .where(and(eq(appId, app), inArray(signature, signatures)))
          .run()
      }
    },
  }
}
