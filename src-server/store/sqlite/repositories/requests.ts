import { and, asc, eq, getTableColumns, gt, gte, inArray, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import { COUNTED_ROWS } from '../../../contract/limits.ts'
import type { Scope } from '../../../domain/access/scope.ts'
import { alikeFinder, type AskedAlike } from '../../alike-requests.ts'
import type {
  AlikeRequest,
  RequestFilter,
  RequestRepository,
  ResponsibleRequest,
} from '../../repositories/requests.ts'
import type { Connection } from '../connection.ts'
import { keyset } from '../../keyset.ts'
import { codes, devices, requests } from '../schema/index.ts'
import { inOwnerScope } from './scope.ts'
import { contains } from './search.ts'
import { matching, type Conditions } from '../../conditions.ts'
import { unseen } from '../unseen.ts'

const SORT = { id: requests.id, created_at: requests.createdAt, ended_at: requests.endedAt }
/** The present agent of the code or the trading account. */
const responsible = sql<number | null>`coalesce(${codes.agentId}, ${devices.agentId})`

export function createRequestRepository(connection: Connection): RequestRepository {
  const { raw, orm } = connection
  const alike = alikeFinder((text) => {
    const statement = raw.prepare<[AskedAlike], AlikeRequest>(text)
    return async (asked) => statement.all(asked)
  })
  // Runs every second. Without the named index, the planner would read all open requests.
  const due = raw.prepare<[number, number], { id: number }>(
    `SELECT id FROM requests INDEXED BY requests_due WHERE state = 'pending' AND expires_at <= ?
     ORDER BY expires_at LIMIT ${unseen('?')}`,
  )

  const inSight = (scope: Scope): SQL | undefined =>
    scope.kind === 'attributedTo'
      ? sql`${responsible} = ${scope.operatorId}`
      : inOwnerScope(connection, scope, requests)

  const seen = () =>
    orm
      .select({ ...getTableColumns(requests), agentId: responsible })
      .from(requests)
      .leftJoin(codes, eq(codes.id, requests.codeId))
      .leftJoin(devices, eq(devices.id, requests.deviceId))

  /** When the condition needs neither code nor trading account, SQLite leaves the joins out. */
  const countUpTo = (most: number, where: SQL | undefined): number => {
    const found = orm
      .select({ id: requests.id })
      .from(requests)
      .leftJoin(codes, eq(codes.id, requests.codeId))
      .leftJoin(devices, eq(devices.id, requests.deviceId))
      .where(where)
      .limit(most)
    return orm.get<{ counted: number }>(sql`SELECT count(*) AS counted FROM (${found})`).counted
  }

  const asked = (scope: Scope, filter: RequestFilter, search: string | undefined): SQL | undefined =>
    and(inSight(scope), matching(CONDITIONS, filter, undefined), searched(search))

  return {
    insert: async (request) =>
      orm.insert(requests).values(request).onConflictDoNothing().returning().all()[0],

    findByNumber: async (number) => orm.select().from(requests).where(eq(requests.number, number)).get(),

    findOpen: async (subject) =>
      orm
        .select()
        .from(requests)
        .where(and(isOpen, of(subject)))
        .get(),

    findInScope: async (scope, id) =>
      seen()
        .where(and(eq(requests.id, id), inSight(scope)))
        .get(),

    list: async (scope, filter, query) => {
      const where = asked(scope, filter, query.search)
      const order = keyset<keyof typeof SORT, ResponsibleRequest>(query, SORT, requests.id)
      const total = countUpTo(query.exact === true ? -1 : COUNTED_ROWS + 1, where)
      const rows = seen()
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
        .all()
      const isExact = query.exact === true || total <= COUNTED_ROWS
      return {
        rows,
        total: isExact ? total : COUNTED_ROWS,
        total_exact: isExact,
        next: order.next(rows),
      }
    },

    openIds: async (scope, filter, search, limit) =>
      seen()
        .where(and(isOpen, asked(scope, filter, search)))
        .orderBy(asc(requests.createdAt), asc(requests.id))
        .limit(limit)
        .all()
        .map(({ id }) => id),

    counts: async (scope, now, dueBefore) => {
      const row = orm
        .select({
          pending: sql<number>`count(*)`,
          overdue: sql<number>`coalesce(sum(${requests.createdAt} <= ${dueBefore}), 0)`,
          oldestAt: sql<number | null>`min(${requests.createdAt})`,
        })
        .from(requests)
        .leftJoin(codes, eq(codes.id, requests.codeId))
        .leftJoin(devices, eq(devices.id, requests.deviceId))
        .where(and(isOpen, gt(requests.expiresAt, now), inSight(scope)))
        .get()
      return row ?? { pending: 0, overdue: 0, oldestAt: null }
    },

    end: async (id, to) =>
      orm
        .update(requests)
        .set(to)
        .where(and(eq(requests.id, id), isOpen))
        .returning()
        .all()[0],

    reverse: async (id, by) =>
      orm
        .update(requests)
        .set(by)
        .where(and(eq(requests.id, id), eq(requests.state, 'approved'), isNull(requests.reversedAt)))
        .returning()
        .all()[0],

    due: async (now, limit) => {
      const ids = due.all(now, limit).map(({ id }) => id)
      return orm.select().from(requests).where(inArray(requests.id, ids)).all()
    },

    openBetween: async (after, upTo, limit) =>
      orm
        .select()
        .from(requests)
        .where(
          and(eq(requests.state, 'pending'), gt(requests.createdAt, after), lte(requests.createdAt, upTo)),
        )
        .orderBy(asc(requests.createdAt), asc(requests.id))
        .limit(limit)
        .all(),

    alike,

    countSince: (since, subject) =>
      orm.$count(
        requests,
        and('ip' in subject ? eq(requests.ip, subject.ip) : of(subject), gte(requests.createdAt, since)),
      ),
  }
}

/**
 * A literal as in the indexes of open requests, because the planner can't match a parameter with an index's
 * condition.
 */
const isOpen = sql`${requests.state} = 'pending'`

function of(subject: { readonly codeId: number } | { readonly deviceId: number }): SQL {
  return 'codeId' in subject ? eq(requests.codeId, subject.codeId) : eq(requests.deviceId, subject.deviceId)
}

const CONDITIONS: Conditions<RequestFilter> = {
  app: (id) => eq(requests.appId, id),
  agent: (id) => sql`${responsible} = ${id}`,
  state: (state) => eq(requests.state, state),
  kind: (kind) => eq(requests.kind, kind),
}

/** Finds a request by its number as people write it, or by a part of the number. */
function searched(text: string | undefined): SQL | undefined {
  if (text === undefined || text === '') return undefined
  const number = text.replace(/[\s-]/g, '')
  return or(
    number === '' ? undefined : contains(requests.number, number),
    ...[requests.subject, requests.newKey, requests.contact].map((column) => contains(column, text)),
  )
}
