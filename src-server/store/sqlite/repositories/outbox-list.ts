import { and, eq, gte, inArray, isNull, lt, or, sql, sum, type SQL } from 'drizzle-orm'
import type { Scope } from '../../../domain/access/scope.ts'
import type { OutboxRow } from '../../../domain/outbox/message.ts'
import type { MessageFilter, OutboxCounts, OutboxRepository } from '../../repositories/outbox.ts'
import type { Connection } from '../connection.ts'
import { keyset } from '../../keyset.ts'
import { pickPage, type Way } from '../listing.ts'
import { outbox, outboxCounts } from '../schema/index.ts'
import { appsInSight, inOwnerScope } from './scope.ts'
import { containsAny } from './search.ts'
import { matching, type Conditions } from '../../conditions.ts'

const SORT = { id: outbox.id }

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
    const ofApps = inOwnerScope(connection, scope, outbox)
    return scope.kind === 'ownedBy'
      ? or(ofApps, and(isNull(outbox.appId), eq(outbox.operatorId, scope.operatorId)))
      : ofApps
  }

  return {
    list: async (scope, filter, query) => {
      const order = keyset<'id', OutboxRow>(query, SORT, outbox.id)
      const byApp = waysByApp(scope, filter)
      const narrow = narrowWay(filter)
      const searched = containsAny([outbox.text, outbox.subject, outbox.openId], query.search)
      const { where, ...counted } = pickPage(
        connection,
        {
          table: outbox,
          apps: appsInSight(scope, filter.app),
          where: and(inSight(scope), matching(CONDITIONS, filter, undefined), searched),
          narrow: narrow === undefined ? byApp : [narrow],
          sorted: byApp,
        },
        { ...order, limit: query.limit, exact: query.exact },
      )
      const rows = orm
        .select()
        .from(outbox)
        .where(where)
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
        .all()
      return { rows, ...counted, next: order.next(rows) }
    },

    counts: async (scope): Promise<OutboxCounts> => {
      const ofApps = inOwnerScope(connection, scope, outboxCounts)
      const seen =
        scope.kind === 'ownedBy'
          ? or(ofApps, and(eq(outboxCounts.appId, 0), eq(outboxCounts.operatorId, scope.operatorId)))
          : ofApps
      const counts = orm
        .select({ waiting: total('waiting'), dead: total('dead'), changes: total('changes') })
        .from(outboxCounts)
        .where(seen)
        .get()
      return counts ?? { waiting: 0, dead: 0, changes: 0 }
    },

    byIds: async (scope, ids) =>
      orm
        .select()
        .from(outbox)
        .where(and(inArray(outbox.id, [...ids]), inSight(scope)))
        .orderBy(outbox.id)
        .all(),
  }
}

const total = (column: 'waiting' | 'dead' | 'changes') => sql<number>`ifnull(${sum(outboxCounts[column])}, 0)`

/** A literal as in the indexes, because the planner can't match a parameter with an index's condition. */
export const isWaiting = sql`${outbox.state} = 'waiting'`
export const isDead = sql`${outbox.state} = 'dead'`

/** In the order of ids. The owner also sees messages of deleted applications. */
function waysByApp(scope: Scope, { app }: MessageFilter): readonly Way[] {
  if (scope.kind === 'everything')
    return app === undefined ? [{}] : [{ index: 'outbox_app', where: eq(outbox.appId, app) }]
  const ofApps: Way = { index: 'outbox_app', ofApps: true }
  return app === undefined ? [ofApps, { index: 'outbox_app', where: isNull(outbox.appId) }] : [ofApps]
}

function narrowWay({ device, app, purpose, state }: MessageFilter): Way | undefined {
  if (device !== undefined) return { index: 'outbox_device', where: eq(outbox.deviceId, device) }
  if (state !== undefined && state !== 'sent') return { index: 'outbox_due' }
  if (app !== undefined && purpose !== undefined) return { index: 'outbox_app_purpose' }
  return undefined
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
