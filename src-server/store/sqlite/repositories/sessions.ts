import { eq, lte } from 'drizzle-orm'
import type { SessionRepository } from '../../repositories/sessions.ts'
import type { Connection } from '../connection.ts'
import { operators, sessions } from '../schema/index.ts'

export function createSessionRepository({ orm }: Connection): SessionRepository {
  return {
    insert: async (session) => {
      orm.insert(sessions).values(session).run()
    },
    find: async (tokenDigest) =>
      orm
        .select({ session: sessions, operator: operators })
        .from(sessions)
        .innerJoin(operators, eq(operators.id, sessions.operatorId))
        .where(eq(sessions.tokenDigest, tokenDigest))
        .get(),
    touch: async (tokenDigest, at, expiresAt) => {
      orm
        .update(sessions)
        .set({ lastSeenAt: at, expiresAt })
        .where(eq(sessions.tokenDigest, tokenDigest))
        .run()
    },
    delete: async (tokenDigest) => {
      orm.delete(sessions).where(eq(sessions.tokenDigest, tokenDigest)).run()
    },
    deleteExpired: async (now) => {
      orm.delete(sessions).where(lte(sessions.expiresAt, now)).run()
    },
  }
}
