import {
  and,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { AgentSaleSums } from '../../../contract/records/business.ts'
import type { SaleState } from '../../../contract/sales-names.ts'
import { SALE } from '../../../contract/subjects/sale.ts'
import type { Scope } from '../../../domain/access/scope.ts'
import type { Sale } from '../../../domain/sales/sale.ts'
import type { NamedSale, SaleFilter, SaleRepository, SaleSort, SaleSums } from '../../repositories/sales.ts'
import { columnsOf, matching, plainConditions, sortColumns, type Conditions } from '../../conditions.ts'
import type { Connection } from '../connection.ts'
import { countRows } from '../count-rows.ts'
import { keyset } from '../../keyset.ts'
import { allocations, applications, codes, ledgerTransactions, operators, sales } from '../schema/index.ts'
import { inScope } from './scope.ts'
import { containsAny } from './search.ts'

const SORT = sortColumns(SALE, sales)
/** Nothing is known of a purged code, so it counts as used. A returned code was never used. */
const used = sql<number>`${sales.refundedAt} IS NULL AND (${codes.id} IS NULL OR ${codes.useTime} IS NOT NULL
  OR ${codes.markcode} <> '' OR ${codes.ip} <> '' OR ${codes.accountKey} <> '')`

export function createSaleRepository(connection: Connection): SaleRepository {
  const { orm, raw } = connection
  const refund = raw.prepare<[number, number]>(
    'UPDATE sales SET refunded_at = ? WHERE id = ? AND refunded_at IS NULL',
  )
  const countTaken = raw.prepare<[SaleSpan], SaleSums>(
    `SELECT count(*) FILTER (WHERE taken_at >= @from AND taken_at < @to) AS taken,
      count(*) FILTER (WHERE sold_at >= @from AND sold_at < @to AND refunded_at IS NULL) AS sold,
      coalesce(sum(sale_price) FILTER (WHERE sold_at >= @from AND sold_at < @to AND refunded_at IS NULL), 0) AS turnover,
      coalesce(sum(price) FILTER (WHERE taken_at >= @from AND taken_at < @to AND refunded_at IS NULL), 0) AS cost
    FROM sales WHERE agent_id = @agentId`,
  )

  const byIds = (scope: Scope, ids: readonly number[]): Sale[] =>
    orm
      .select()
      .from(sales)
      .where(and(inArray(sales.id, [...ids]), inScope(connection, scope, sales)))
      .orderBy(sales.id)
      .all()

  /** Leaves out the sales of a deleted application. */
  const named = (where: SQL | undefined): NamedSale[] =>
    orm
      .select({
        ...getTableColumns(sales),
        agentName: operators.name,
        appName: applications.name,
        type: allocations.type,
        seconds: allocations.seconds,
        left: allocations.left,
        used,
      })
      .from(sales)
      .innerJoin(allocations, eq(allocations.id, sales.allocationId))
      .innerJoin(applications, eq(applications.id, sales.appId))
      .innerJoin(operators, eq(operators.id, sales.agentId))
      .leftJoin(codes, eq(codes.id, sales.codeId))
      .where(where)
      .orderBy(sales.id)
      .all()
      .map((row) => ({ ...row, used: row.used === 1 }))

  const namedOf = (ids: readonly number[]): NamedSale[] => named(inArray(sales.id, [...ids]))

  /** The sales of a list. Leaves out those of a deleted application. */
  const shown = (scope: Scope, filter: SaleFilter, search: string | undefined): SQL | undefined =>
    and(
      inScope(connection, scope, sales),
      sql`${sales.appId} IN ${orm.select({ id: applications.id }).from(applications)}`,
      matching(CONDITIONS, filter, undefined),
      containsAny(columnsOf(sales, SALE.searched), search),
    )

  return {
    insert: async (given) =>
      given.map((sale) => Number(orm.insert(sales).values(sale).run().lastInsertRowid)),

    byIds: async (scope, ids) => byIds(scope, ids),

    named: async (scope, ids) => namedOf(byIds(scope, ids).map(({ id }) => id)),

    list: async (scope, filter, query) => {
      const where = shown(scope, filter, query.search)
      const order = keyset<SaleSort, Sale>(query, SORT, sales.id)
      const page = orm
        .select()
        .from(sales)
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
        .all()
      const count = countRows(connection, query.exact, (limit) =>
        orm.select({ id: sales.id }).from(sales).where(where).limit(limit),
      )
      const rows = new Map(namedOf(page.map(({ id }) => id)).map((sale) => [sale.id, sale]))
      return {
        rows: page.flatMap(({ id }) => rows.get(id) ?? []),
        ...count,
        next: order.next(page),
      }
    },

    sumsOf: async (scope, filter, search, { after, upTo }) =>
      orm.all<AgentSaleSums>(
        sql`SELECT agent, ${operators.name} AS name, total, gross, refunds, refunded, gross - refunded AS net, turnover
          FROM (SELECT ${sales.agentId} AS agent, ${LIST_SUMS} FROM ${sales} NOT INDEXED
            WHERE ${and(gt(sales.id, after), lte(sales.id, upTo), shown(scope, filter, search))} GROUP BY 1)
          JOIN ${operators} ON ${operators.id} = agent`,
      ),

    lastId: async () => orm.get<{ id: number }>(sql`SELECT coalesce(max(id), 0) AS id FROM ${sales}`).id,

    ofPurchase: async (allocationId, transactionId) =>
      orm
        .select()
        .from(sales)
        .where(and(eq(sales.allocationId, allocationId), eq(sales.transactionId, transactionId)))
        .orderBy(sales.id)
        .all(),

    update: async (ids, change) => {
      if (Object.keys(change).length === 0) return
      orm
        .update(sales)
        .set(change)
        .where(inArray(sales.id, [...ids]))
        .run()
    },

    refund: async (ids, at) => ids.reduce((sum, id) => sum + refund.run(at, id).changes, 0),

    sums: async (agentId, from, to) =>
      countTaken.get({ agentId, from, to }) ?? { taken: 0, sold: 0, turnover: 0, cost: 0 },

    countsOf: async (bookId, agentId, from, to) => {
      const within = (column: typeof sales.takenAt | typeof sales.refundedAt) =>
        sql<number>`count(*) FILTER (WHERE ${column} >= ${from} AND ${column} < ${to})`
      const counts = orm
        .select({ taken: within(sales.takenAt), refunded: within(sales.refundedAt) })
        .from(sales)
        .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, sales.transactionId))
        .where(and(eq(sales.agentId, agentId), eq(ledgerTransactions.bookId, bookId)))
        .get()
      return counts ?? { taken: 0, refunded: 0 }
    },
  }
}

const isBack = sql`${sales.refundedAt} IS NOT NULL`
const LIST_SUMS = sql`count(*) AS total, sum(${sales.price}) AS gross, sum(${isBack}) AS refunds,
  sum(iif(${isBack}, ${sales.price}, 0)) AS refunded,
  coalesce(sum(iif(${isBack}, 0, ${sales.salePrice})), 0) AS turnover`

interface SaleSpan {
  readonly agentId: number
  readonly from: number
  readonly to: number
}

const CONDITIONS: Conditions<SaleFilter> = {
  ...plainConditions(SALE, sales),
  state: inState,
  from: (at) => gte(sales.takenAt, at),
  to: (at) => lt(sales.takenAt, at),
}

function inState(state: SaleState): SQL | undefined {
  switch (state) {
    case 'stock':
      return and(isNull(sales.refundedAt), isNull(sales.soldAt))
    case 'sold':
      return and(isNull(sales.refundedAt), isNotNull(sales.soldAt))
    case 'refunded':
      return isNotNull(sales.refundedAt)
  }
}
