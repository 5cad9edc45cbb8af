import { and, asc, desc, eq, getTableColumns, gt, inArray, lte, ne, or, sql } from 'drizzle-orm'
import type { SessionRepository } from '../../repositories/sessions.ts'
import { withEmployer } from '../../with-employer.ts'
import { changedBy, firstOf, type Connection } from '../connection.ts'
import { operators, sessions, staffRoles } from '../schema/index.ts'
import { employers, PERSON } from './employers.ts'
import { overseen } from './oversight.ts'
import { countPeople } from './count-people.ts'

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
    .where(eq(sessions.tokenDigest, sql.placeholder('tokenDigest')))
    .prepare('session_of_token')
}

export function createSessionRepository({ orm }: Connection): SessionRepository {
  const find = prepareFind(orm)
  const named = () =>
    orm.select(NAMED).from(sessions).innerJoin(operators, eq(operators.id, sessions.operatorId))
  return {
    insert: async (session) => {
      await orm.insert(sessions).values(session)
    },
    find: async (tokenDigest) => withEmployer(await firstOf(find.execute({ tokenDigest }))),
    touch: async (tokenDigest, at, expiresAt) => {
      await orm
        .update(sessions)
        .set({ lastSeenAt: at, expiresAt })
        .where(eq(sessions.tokenDigest, tokenDigest))
    },
    elevate: async (tokenDigest, until) => {
      await orm.update(sessions).set({ elevatedUntil: until }).where(eq(sessions.tokenDigest, tokenDigest))
    },
    list: async (oversight, operator, now, { sort, desc: falling, limit, offset }) => {
      const where = and(
        overseen(oversight),
        gt(sessions.expiresAt, now),
        operator === undefined ? undefined : eq(sessions.operatorId, operator),
      )
      const order = falling ? desc : asc
      const rows = await named()
        .where(where)
        .orderBy(order(SORT[sort]), order(sessions.handle))
        .limit(limit)
        .offset(offset)
      return { rows, total: await countPeople(orm, sessions, where) }
    },
    deleteByHandle: async (oversight, handles) => {
      const found = await named().where(and(overseen(oversight), inArray(sessions.handle, [...handles])))
      const digests = found.map(({ tokenDigest }) => tokenDigest)
      await orm.delete(sessions).where(inArray(sessions.tokenDigest, digests))
      return found
    },
    deleteOthers: (operatorId, tokenDigest) =>
      changedBy(
        orm
          .delete(sessions)
          .where(and(eq(sessions.operatorId, operatorId), ne(sessions.tokenDigest, tokenDigest))),
      ),
    delete: async (tokenDigest) => {
      await orm.delete(sessions).where(eq(sessions.tokenDigest, tokenDigest))
    },
    deleteOf: async (operatorId) => {
      const people = orm
        .select({ id: operators.id })
        .from(operators)
        .where(or(eq(operators.id, operatorId), eq(operators.employerId, operatorId)))
      await orm.delete(sessions).where(inArray(sessions.operatorId, people))
    },
    deleteExpired: async (now) => {
      await orm.delete(sessions).where(lte(sessions.expiresAt, now))
    },
  }
}
