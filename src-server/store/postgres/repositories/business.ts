import { and, eq, gte, isNull, lt, lte, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  COUNTED_AMOUNTS,
  NOTHING,
  SLOT_SECONDS,
  slotOf,
  type CountedAmounts,
} from '../../../domain/business/amounts.ts'
import { COUNTED_ROWS } from '../../../contract/limits.ts'
import { agentOf, type Scope } from '../../../domain/access/scope.ts'
import type { BusinessRepository, BusinessSpan, Slot } from '../../repositories/business.ts'
import { BEFORE_ALL_TIMES, sortKey } from '../../sort-key.ts'
import { rowsOf, type Connection } from '../connection.ts'
import {
  allocationChanges,
  allocations,
  applications,
  businessCounts,
  codes,
  devices,
  ledgerAccounts,
  sales,
} from '../schema/index.ts'
import { appsInSight, inScope } from './scope.ts'

type CountRow = CountedAmounts & { readonly at: number; readonly app: number; readonly agent: number }

const SUMS = sql.raw(COUNTED_AMOUNTS.map((name) => `sum(${name}) AS ${name}`).join(', '))
const slot = (at: PgColumn): SQL => sql`${at} - ${at} % ${sql.raw(String(SLOT_SECONDS))}`
const within = (at: PgColumn, { from, to }: BusinessSpan) => and(gte(at, from), lt(at, to))

export function createBusinessRepository(connection: Connection): BusinessRepository {
  const { orm, prepare } = connection
  const count = prepare<[CountRow]>(
    `INSERT INTO business_counts (at, app_id, agent_id, ${COUNTED_AMOUNTS.join(', ')})
     VALUES (@at, @app, @agent, ${COUNTED_AMOUNTS.map((name) => `@${name}`).join(', ')})
     ON CONFLICT (at, app_id, agent_id) DO UPDATE
       SET ${COUNTED_AMOUNTS.map((name) => `${name} = business_counts.${name} + excluded.${name}`).join(', ')}`,
  )
  const all = <R extends object>(query: SQL) => rowsOf<R>(orm, query)
  const byAgent = async (query: SQL): Promise<ReadonlyMap<number, number>> => {
    const rows = await all<{ agent: number; n: number }>(query)
    return new Map(rows.map(({ agent, n }) => [agent, n]))
  }

  /** The scope and the filter, for tables with an application and an agent in each row. */
  const inSight = (
    scope: Scope,
    { app, agent }: BusinessSpan,
    table: { readonly appId: PgColumn; readonly agentId: PgColumn },
  ): SQL | undefined =>
    and(
      inScope(connection, scope, table),
      app === undefined ? undefined : eq(table.appId, app),
      agent === undefined ? undefined : eq(table.agentId, agent),
    )

  const countedIn = (scope: Scope, span: BusinessSpan) =>
    and(within(businessCounts.at, span), inSight(scope, span, businessCounts))

  /** Trading accounts that ended. The condition on applications leads to the index of their ends. */
  const endedIn = (scope: Scope, span: BusinessSpan, now: number): SQL => {
    const apps = sql`${devices.appId} IN (SELECT ${applications.id} FROM ${applications}
      WHERE ${appsInSight(scope, span.app) ?? sql`true`})`
    const ended = and(apps, inSight(scope, span, devices), within(devices.vip, span), lte(devices.vip, now))
    return sql`${devices} WHERE ${ended}`
  }

  return {
    count: async ({ app, agent, at }, amounts) => {
      await count.run({ ...NOTHING, ...amounts, app, agent: agent ?? 0, at: slotOf(at) })
    },

    counted: (scope, span) =>
      all<Slot<keyof CountedAmounts>>(
        sql`SELECT at, ${SUMS} FROM ${businessCounts}
          WHERE ${countedIn(scope, span)} GROUP BY at ORDER BY at`,
      ),

    allocated: (scope, span) => {
      const isOwners = agentOf(scope, span) === undefined
      const changed = sql`${allocationChanges} JOIN ${allocations} ON ${allocations.id} = ${allocationChanges.allocationId}`
      const before = sql`SELECT earlier.quota FROM ${allocationChanges} AS earlier
        WHERE earlier.allocation_id = ${allocationChanges.allocationId} AND earlier.id < ${allocationChanges.id}
        ORDER BY earlier.id DESC LIMIT 1`
      return all<Slot<'allocated'>>(
        sql`SELECT ${slot(allocationChanges.at)} AS at, sum(${allocationChanges.quota} - coalesce((${before}), 0)) AS allocated
          FROM ${changed} WHERE ${and(
            within(allocationChanges.at, span),
            inSight(scope, span, allocations),
            isOwners ? isNull(allocations.parentId) : undefined,
          )} GROUP BY 1 ORDER BY 1`,
      )
    },

    ended: (scope, span, now) =>
      all<Slot<'left'>>(
        sql`SELECT ${slot(devices.vip)} AS at, count(*) AS "left" FROM ${endedIn(scope, span, now)}
          GROUP BY 1 ORDER BY 1`,
      ),

    countedBy: async (by, scope, span) => {
      const key = { agent: businessCounts.agentId, app: businessCounts.appId }[by]
      const rows = await all<CountedAmounts & { of: number }>(
        sql`SELECT ${key} AS "of", ${SUMS} FROM ${businessCounts} WHERE ${countedIn(scope, span)} GROUP BY 1`,
      )
      return new Map(rows.map(({ of, ...amounts }) => [of, amounts]))
    },

    endedByAgent: (scope, span, now) =>
      byAgent(
        sql`SELECT agent_id AS agent, count(*) AS n FROM ${endedIn(scope, span, now)}
          AND agent_id IS NOT NULL GROUP BY agent_id`,
      ),

    stockByAgent: (scope) =>
      byAgent(
        sql`SELECT agent_id AS agent, sum(quota - used) AS n FROM ${allocations}
          WHERE ${and(eq(allocations.closed, false), inScope(connection, scope, allocations))} GROUP BY agent_id`,
      ),

    balanceByAgent: (scope) => {
      const whole = scope.kind === 'within' ? scope.of : scope
      const book = whole.kind === 'ownedBy' ? eq(ledgerAccounts.bookId, whole.operatorId) : undefined
      return byAgent(
        sql`SELECT agent_id AS agent, sum(balance) AS n FROM ${ledgerAccounts}
          WHERE ${and(eq(ledgerAccounts.kind, 'agent'), book)} GROUP BY agent_id`,
      )
    },

    unusedCodes: async (scope) => {
      const unused = sql`SELECT 1 FROM ${codes}
        WHERE ${codes.appId} = ${applications.id} AND ${sortKey(codes.useTime)} = ${BEFORE_ALL_TIMES}
          AND ${codes.recycledAt} IS NULL LIMIT ${COUNTED_ROWS + 1}`
      const rows = await all<{ app: number; n: number }>(
        sql`SELECT ${applications.id} AS app, (SELECT count(*) FROM (${unused}) AS unused) AS n FROM ${applications}
          WHERE ${appsInSight(scope, undefined) ?? sql`true`} ORDER BY 1`,
      )
      return rows.map(({ app, n }) => ({ app, unused: Math.min(n, COUNTED_ROWS), exact: n <= COUNTED_ROWS }))
    },

    soldBy: async (agent, span) => {
      const own = and(
        eq(sales.agentId, agent),
        span.app === undefined ? undefined : eq(sales.appId, span.app),
      )
      return [
        ...(await all<Slot<'sales' | 'revenue'>>(
          sql`SELECT ${slot(sales.soldAt)} AS at, count(*) AS sales, coalesce(sum(${sales.salePrice}), 0) AS revenue
            FROM ${sales} WHERE ${and(own, within(sales.soldAt, span), isNull(sales.refundedAt))} GROUP BY 1 ORDER BY 1`,
        )),
        ...(await all<Slot<'refunds' | 'refunded'>>(
          sql`SELECT ${slot(sales.refundedAt)} AS at, count(*) AS refunds, sum(${sales.price}) AS refunded
            FROM ${sales} WHERE ${and(own, within(sales.refundedAt, span))} GROUP BY 1 ORDER BY 1`,
        )),
      ]
    },
  }
}
