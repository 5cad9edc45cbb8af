import { and, asc, eq, getTableColumns, gt, gte, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import type { Scope } from '../../../domain/access/scope.ts'
import { alikeFinder, type AskedAlike } from '../../alike-requests.ts'
import { matching, type Conditions } from '../../conditions.ts'
import { keyset } from '../../keyset.ts'
import type {
  AlikeRequest,
  RequestFilter,
  RequestRepository,
  ResponsibleRequest,
} from '../../repositories/requests.ts'
import { firstOf, type Connection } from '../connection.ts'
import { countRows } from '../count-rows.ts'
import { codes, devices, requests } from '../schema/index.ts'
import { inOwnerScope } from './scope.ts'
import { contains } from './search.ts'

const SORT = { id: requests.id, created_at: requests.createdAt, ended_at: requests.endedAt }
/** The present agent of the code or the trading account. */
const responsible = sql<number | null>`coalesce(${codes.agentId}, ${devices.agentId})`

export function createRequestRepository(connection: Connection): RequestRepository {
  const { orm, prepare } = connection
  const alike = alikeFinder((text) => {
    const statement = prepare<[AskedAlike], AlikeRequest>(text)
    return (asked) => statement.all(asked)
  })

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

  /** When the condition needs neither code nor trading account, PostgreSQL leaves the joins out. */
  const found = (where: SQL | undefined, limit: number) =>
    orm
      .select({ id: requests.id })
      .from(requests)
      .leftJoin(codes, eq(codes.id, requests.codeId))
      .leftJoin(devices, eq(devices.id, requests.deviceId))
      .where(where)
      .limit(limit)

  const asked = (scope: Scope, filter: RequestFilter, search: string | undefined): SQL | undefined =>
    and(inSight(scope), matching(CONDITIONS, filter, undefined), searched(search))

  return {
    insert: async (request) =>
      firstOf(orm.insert(requests).values(request).onConflictDoNothing().returning()),

    findByNumber: async (number) => firstOf(orm.select().from(requests).where(eq(requests.number, number))),

    findOpen: async (subject) =>
      firstOf(
        orm
          .select()
          .from(requests)
          .where(and(isOpen, of(subject))),
      ),

    findInScope: async (scope, id) => firstOf(seen().where(and(eq(requests.id, id), inSight(scope)))),

    list: async (scope, filter, query) => {
      const where = asked(scope, filter, query.search)
      const order = keyset<keyof typeof SORT, ResponsibleRequest>(query, SORT, requests.id)
      const count = await countRows(connection, query.exact, (limit) => found(where, limit))
      const rows = await seen()
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
      return { rows, ...count, next: order.next(rows) }
    },

    openIds: async (scope, filter, search, limit) => {
      const rows = await seen()
        .where(and(isOpen, asked(scope, filter, search)))
        .orderBy(asc(requests.createdAt), asc(requests.id))
        .limit(limit)
      return rows.map(({ id }) => id)
    },

    counts: async (scope, now, dueBefore) => {
      const row = await firstOf(
        orm
          .select({
            pending: sql<number>`count(*)`,
            overdue: sql<number>`count(*) FILTER (WHERE ${requests.createdAt} <= ${dueBefore})`,
            oldestAt: sql<number | null>`min(${requests.createdAt})`,
          })
          .from(requests)
          .leftJoin(codes, eq(codes.id, requests.codeId))
          .leftJoin(devices, eq(devices.id, requests.deviceId))
          .where(and(isOpen, gt(requests.expiresAt, now), inSight(scope))),
      )
      return row ?? { pending: 0, overdue: 0, oldestAt: null }
    },

    end: async (id, to) =>
      firstOf(
        orm
          .update(requests)
          .set(to)
          .where(and(eq(requests.id, id), isOpen))
          .returning(),
      ),

    reverse: async (id, by) =>
      firstOf(
        orm
          .update(requests)
          .set(by)
          .where(and(eq(requests.id, id), eq(requests.state, 'approved'), isNull(requests.reversedAt)))
          .returning(),
      ),

    due: async (now, limit) =>
      orm
        .select()
        .from(requests)
        .where(and(isOpen, lte(requests.expiresAt, now)))
        .orderBy(asc(requests.expiresAt), asc(requests.id))
        .limit(limit),

    openBetween: async (after, upTo, limit) =>
      orm
        .select()
        .from(requests)
        .where(and(isOpen, gt(requests.createdAt, after), lte(requests.createdAt, upTo)))
        .orderBy(asc(requests.createdAt), asc(requests.id))
        .limit(limit),

    alike,

    countSince: async (since, subject) =>
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
