import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { CODE_STATES, type CodeState } from '../../../contract/code-names.ts'
import type { Batch, BatchFilter, BatchRepository } from '../../repositories/batches.ts'
import type { Connection } from '../connection.ts'
import { keyset } from '../../keyset.ts'
import { batches, codes } from '../schema/index.ts'
import { inState } from './code-list.ts'
import { inOwnerScope } from './scope.ts'
import { contains } from './search.ts'
import { matching, type Conditions } from '../../conditions.ts'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { BATCH } from '../../../contract/subjects/selling.ts'
import type { SortOf } from '../../../contract/subjects/subject.ts'

const SORT: Record<SortOf<typeof BATCH>, SQLiteColumn> = {
  id: batches.id,
  count: batches.count,
  created_at: batches.createdAt,
}

const CONDITIONS: Conditions<BatchFilter> = {
  app: (id) => eq(batches.appId, id),
  type: (type) => eq(batches.type, type),
}

export function createBatchRepository(connection: Connection): BatchRepository {
  const { orm } = connection
  return {
    insert: async (batch) => orm.insert(batches).values(batch).returning({ id: batches.id }).get().id,

    find: async (scope, id) =>
      orm
        .select()
        .from(batches)
        .where(and(eq(batches.id, id), inOwnerScope(connection, scope, batches)))
        .get(),

    findOrder: async (appId, orderNumber) =>
      orm
        .select()
        .from(batches)
        .where(and(eq(batches.appId, appId), eq(batches.orderNumber, orderNumber)))
        .get(),

    kamis: async (id) =>
      orm
        .select({ kami: codes.kami })
        .from(codes)
        .where(and(eq(codes.batchId, id), isNull(codes.recycledAt)))
        .orderBy(codes.id)
        .all()
        .map(({ kami }) => kami),

    list: async (scope, filter, query) => {
      const text = query.search
      const where = and(
        inOwnerScope(connection, scope, batches),
        matching(CONDITIONS, filter, undefined),
        text === undefined || text === ''
          ? undefined
          : or(contains(batches.prefix, text), contains(batches.note, text)),
      )
      const order = keyset<SortOf<typeof BATCH>, Batch>(query, SORT, batches.id)
      const rows = orm
        .select()
        .from(batches)
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
        .all()
      return { rows, total: await orm.$count(batches, where), next: order.next(rows) }
    },

    setNote: async (id, note) =>
      orm.update(batches).set({ note }).where(eq(batches.id, id)).returning().get(),

    counts: async (id, now) => {
      const sums = Object.fromEntries(
        CODE_STATES.map((state) => [state, sql<number>`count(*) FILTER (WHERE ${inState(state, now)})`]),
      ) as Record<CodeState, ReturnType<typeof sql<number>>>
      const counted = orm.select(sums).from(codes).where(eq(codes.batchId, id)).get()
      if (counted === undefined) throw new Error('a count has no row')
      return counted
    },
  }
}
