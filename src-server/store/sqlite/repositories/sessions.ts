import { eq, inArray, lte, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { SessionRepository } from '../../repositories/sessions.ts'
import type { Connection } from '../connection.ts'
import { operators, sessions, staffRoles } from '../schema/index.ts'

const employers = alias(operators, 'employers')

export function createSessionRepository({ orm }: Connection): SessionRepository {
  return {
    insert: async (session) => {
      orm.insert(sessions).values(session).run()
    },
    find: async (tokenDigest) => {
      const found = orm
        .select({ session: sessions, operator: operators, employer: employers, staffRole: staffRoles })
        .from(sessions)
        .innerJoin(operators, eq(operators.id, sessions.operatorId))
        .leftJoin(employers, eq(employers.id, operators.employerId))
        .leftJoin(staffRoles, eq(staffRoles.id, operators.staffRoleId))
        .where(eq(sessions.tokenDigest, tokenDigest))
        .get()
      if (found === undefined) return undefined
      return { ...found, employer: found.employer ?? undefined, staffRole: found.staffRole ?? undefined }
    },
    touch: async (tokenDigest, at, expiresAt) => {
      orm
        .update(sessions)
        .set({ lastSeenAt: at, expiresAt })
        .where(eq(sessions.tokenDigest, tokenDigest))
        .run()
    },
    elevate: async (tokenDigest, until) => {
      orm.update(sessions).set({ elevatedUntil: until }).where(eq(sessions.tokenDigest, tokenDigest)).run()
    },
    delete: async (tokenDigest) => {
      orm.delete(sessions).where(eq(sessions.tokenDigest, tokenDigest)).run()
    },
    deleteOf: async (operatorId) => {
      const people = orm
        .select({ id: operators.id })
        .from(operators)
        .where(or(eq(operators.id, operatorId), eq(operators.employerId, operatorId)))
      orm.delete(sessions).where(inArray(sessions.operatorId, people)).run()
    },
    deleteExpired: async (now) => {
      orm.delete(sessions).where(lte(sessions.expiresAt, now)).run()
    },
  }
}
