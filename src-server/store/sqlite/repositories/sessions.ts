import { and, asc, count, desc, eq, getTableColumns, gt, inArray, lte, ne, or, sql } from 'drizzle-orm'
import type { SessionRepository } from '../../repositories/sessions.ts'
import type { Connection } from '../connection.ts'
import { operators, sessions, staffRoles } from '../schema/index.ts'
import { overseen } from './oversight.ts'
import { employers, PERSON } from './employers.ts'
import { withEmployer } from '../../with-employer.ts'
import { unseenValue } from '../unseen-value.ts'

const SORT = { last_seen_at: sessions.lastSeenAt, created_at: sessions.createdAt }
const NAMED = { ...getTableColumns(sessions), name: operators.name, employerId: operators.employerId }

/** Finds the session and operator of a token. Every console call needs it, so it is prepared once. */
function prepareFind(orm: Connection['orm']) {
  return orm
    .select({ session: sessions, ...PERSON })
    .from(sessions)
    .innerJoin(operators, eq(operators.id, sessions.operatorId))
    .leftJoin(employers, eq(employers.id, operators.employerId))
    .leftJoin(staffRoles, eq(staffRoles.id, operators.staffRoleId))
    .where(eq(sessions.tokenDigest, unseenValue(sql.placeholder('tokenDigest'))))
    .prepare()
}

export function createSessionRepository({ orm }: Connection): SessionRepository {
  const find = prepareFind(orm)
  return {
    insert: async (session) => {
      orm.insert(sessions).values(session).run()
    },
    find: async (tokenDigest) => withEmployer(find.get({ tokenDigest })),
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
    list: async (oversight, operator, now, { sort, desc: falling, limit, offset }) => {
      const where = and(
        overseen(oversight),
        gt(sessions.expiresAt, now),
        operator === undefined ? undefined : eq(sessions.operatorId, operator),
      )
      const order = falling ? desc : asc
      const rows = orm
        .select(NAMED)
        .from(sessions)
        .innerJoin(operators, eq(operators.id, sessions.operatorId))
        .where(where)
        .orderBy(order(SORT[sort]), order(sessions.handle))
        .limit(limit)
        .offset(offset)
        .all()
      const total = orm
        .select({ n: count() })
        .from(sessions)
        .innerJoin(operators, eq(operators.id, sessions.operatorId))
        .where(where)
        .get()
      return { rows, total: total?.n ?? 0 }
    },
    deleteByHandle: async (oversight, handles) => {
      const found = orm
        .select(NAMED)
        .from(sessions)
        .innerJoin(operators, eq(operators.id, sessions.operatorId))
        .where(and(overseen(oversight), inArray(sessions.handle, [...handles])))
        .all()
      const digests = found.map(({ tokenDigest }) => tokenDigest)
      orm.delete(sessions).where(inArray(sessions.tokenDigest, digests)).run()
      return found
    },
    deleteOthers: async (operatorId, tokenDigest) =>
      orm
        .delete(sessions)
        .where(and(eq(sessions.operatorId, operatorId), ne(sessions.tokenDigest, tokenDigest)))
        .run().changes,
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
