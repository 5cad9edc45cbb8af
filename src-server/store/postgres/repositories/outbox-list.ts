import { and, eq, gte, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { Scope } from '../../../domain/access/scope.ts'
import type { OutboxRow } from '../../../domain/outbox/message.ts'
import { matching, type Conditions } from '../../conditions.ts'
import { keyset } from '../../keyset.ts'
import { outboxChanges } from '../../outbox-change.ts'
import type { MessageFilter, OutboxRepository } from '../../repositories/outbox.ts'
import { anyOf } from '../any-of.ts'
import { rowOf, type Connection } from '../connection.ts'
import { pickPage } from '../listing.ts'
import { applications, outbox } from '../schema/index.ts'
import { appsInSight, inOwnerScope } from './scope.ts'
import { containsAny } from './search.ts'

const SORT = { id: outbox.id }

/** A literal as in the indexes, because the planner can't match a parameter with an index's condition. */
export const isWaiting = sql`${outbox.state} = 'waiting'`
export const isDead = sql`${outbox.state} = 'dead'`

/** The console's queries on the outbox. */
export function createOutboxList(
  connection: Connection,
): Pick<OutboxRepository, 'list' | 'counts' | 'byIds'> {
  const { orm } = connection

  /**
   * The messages of the applications in sight, and those addressed to the scope's operator, because an
   * operator's own mails belong to no application.
   */
  const inSight = (scope: Scope): SQL | undefined => {
    if (scope.kind !== 'ownedBy') return inOwnerScope(connection, scope, outbox)
    // An array, because the planner uses no index for an OR with a query in it.
    const owned = sql`SELECT ${applications.id} FROM ${applications} WHERE ${appsInSight(scope, undefined)}`
    return or(sql`${outbox.appId} = ANY(ARRAY(${owned}))`, isPersonal(scope.operatorId))
  }

  return {
    list: async (scope, filter, query) => {
      const order = keyset<'id', OutboxRow>(query, SORT, outbox.id)
      const searched = containsAny([outbox.text, outbox.subject, outbox.openId], query.search)
      const { where, ...counted } = await pickPage(
        connection,
        {
          table: outbox,
          scope: inSight(scope),
          where: and(matching(CONDITIONS, filter, undefined), searched),
        },
        { ...order, limit: query.limit, exact: query.exact },
      )
      const rows = await orm
        .select()
        .from(outbox)
        .where(where)
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
      return { rows, ...counted, next: order.next(rows) }
    },

    counts: async (scope) => {
      const parts: Counted[] = []
      for (const part of partsOf(scope)) parts.push(await rowOf<Counted>(orm, countedIn(part)))
      const sum = (member: keyof Counted) => parts.reduce((total, part) => total + part[member], 0)
      const [waiting, dead] = [sum('waiting'), sum('dead')]
      const newest = Math.max(0, ...parts.map((part) => part.newest))
      return {
        waiting,
        dead,
        changes: outboxChanges([newest, waiting, dead, sum('nextAt'), sum('attempts')]),
      }
    },

    byIds: async (scope, ids) =>
      orm
        .select()
        .from(outbox)
        .where(and(anyOf(outbox.id, ids), inSight(scope)))
        .orderBy(outbox.id),
  }
}

/** Numbers of a part of the messages that its indexes hold. */
interface Counted {
  readonly waiting: number
  readonly dead: number
  readonly newest: number
  /** Sums of the waiting messages. Each attempt changes them. */
  readonly nextAt: number
  readonly attempts: number
}

/** A part of the messages in a scope that one range of the indexes holds. */
interface Part {
  readonly where: SQL
  readonly newest: SQL
}

function partsOf(scope: Scope): Part[] {
  const whole = scope.kind === 'within' ? scope.of : scope
  if (whole.kind === 'attributedTo') return []
  if (scope.kind === 'everything') return [rowsWhere(sql`true`)]
  const ofApps = partOf(appsInSight(scope, undefined) ?? sql`true`)
  return scope.kind === 'ownedBy' ? [ofApps, rowsWhere(isPersonal(scope.operatorId))] : [ofApps]
}

function partOf(apps: SQL): Part {
  return {
    where: sql`${outbox.appId} IN (SELECT ${applications.id} FROM ${applications} WHERE ${apps})`,
    newest: sql`SELECT max(latest.id) FROM ${applications} CROSS JOIN LATERAL (SELECT ${outbox.id} FROM ${outbox}
      WHERE ${outbox.appId} = ${applications.id} ORDER BY ${outbox.id} DESC LIMIT 1) AS latest WHERE ${apps}`,
  }
}

function rowsWhere(where: SQL): Part {
  return { where, newest: sql`SELECT max(${outbox.id}) FROM ${outbox} WHERE ${where}` }
}

function isPersonal(operatorId: number): SQL {
  return sql`(${isNull(outbox.appId)} AND ${eq(outbox.operatorId, operatorId)})`
}

function countedIn({ where, newest }: Part): SQL {
  return sql`SELECT held.waiting, held."nextAt", held.attempts, lost.dead, coalesce((${newest}), 0) AS newest
    FROM (SELECT count(*) AS waiting, coalesce(sum(${outbox.nextAt}), 0) AS "nextAt",
        coalesce(sum(${outbox.attempts}), 0) AS attempts FROM ${outbox} WHERE ${isWaiting} AND ${where}) AS held,
      (SELECT count(*) AS dead FROM ${outbox} WHERE ${isDead} AND ${where}) AS lost`
}

const CONDITIONS: Conditions<MessageFilter> = {
  app: (id) => eq(outbox.appId, id),
  device: (id) => eq(outbox.deviceId, id),
  kind: (kind) => eq(outbox.kind, kind),
  purpose: (purpose) => eq(outbox.purpose, purpose),
  state: (state) => eq(outbox.state, state),
  from: (at) => gte(outbox.createdAt, at),
  to: (at) => lt(outbox.createdAt, at),
}
