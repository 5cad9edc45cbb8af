import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { CODE_STATES, type CodeState } from '../../../contract/code-names.ts'
import type { BATCH } from '../../../contract/subjects/selling.ts'
import type { SortOf } from '../../../contract/subjects/subject.ts'
import { matching, type Conditions } from '../../conditions.ts'
import { keyset } from '../../keyset.ts'
import type { Batch, BatchFilter, BatchRepository } from '../../repositories/batches.ts'
import { addedBy, firstOf, type Connection } from '../connection.ts'
import { batches, codes } from '../schema/index.ts'
import { inState } from './code-list.ts'
import { inOwnerScope } from './scope.ts'
import { containsAny } from './search.ts'

const SORT: Record<SortOf<typeof BATCH>, PgColumn> = {
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
    insert: async (batch) => {
      const { id } = await addedBy(orm.insert(batches).values(batch).returning({ id: batches.id }))
      return id
    },

    find: (scope, id) =>
      firstOf(
        orm
          .select()
          .from(batches)
          .where(and(eq(batches.id, id), inOwnerScope(connection, scope, batches))),
      ),

    findOrder: (appId, orderNumber) =>
      firstOf(
        orm
          .select()
          .from(batches)
          .where(and(eq(batches.appId, appId), eq(batches.orderNumber, orderNumber))),
      ),

    kamis: async (id) => {
      const rows = await orm
        .select({ kami: codes.kami })
        .from(codes)
        .where(and(eq(codes.batchId, id), isNull(codes.recycledAt)))
        .orderBy(codes.id)
      return rows.map(({ kami }) => kami)
    },

    list: async (scope, filter, query) => {
      const where = and(
        inOwnerScope(connection, scope, batches),
        matching(CONDITIONS, filter, undefined),
        containsAny([batches.prefix, batches.note], query.search),
      )
      const order = keyset<SortOf<typeof BATCH>, Batch>(query, SORT, batches.id)
      const rows = await orm
        .select()
        .from(batches)
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
      return { rows, total: await orm.$count(batches, where), next: order.next(rows) }
    },

    setNote: (id, note) => firstOf(orm.update(batches).set({ note }).where(eq(batches.id, id)).returning()),

    counts: async (id, now) => {
      const sums = Object.fromEntries(
        CODE_STATES.map((state) => [state, sql<number>`count(*) FILTER (WHERE ${inState(state, now)})`]),
      ) as Record<CodeState, ReturnType<typeof sql<number>>>
      const [counted] = await orm.select(sums).from(codes).where(eq(codes.batchId, id))
      if (counted === undefined) throw new Error('a count has no row')
      return counted
    },
  }
}
