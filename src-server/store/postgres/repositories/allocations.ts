import { and, desc, eq, getTableColumns, gte, lte, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { MAX_AGENT_LEVELS } from '../../../contract/sales-names.ts'
import type { Scope } from '../../../domain/access/scope.ts'
import type { Allocation } from '../../../domain/sales/allocation.ts'
import type { AllocationFilter, AllocationRepository } from '../../repositories/allocations.ts'
import { matching, type Conditions } from '../../conditions.ts'
import { firstOf, type Connection } from '../connection.ts'
import { countRows } from '../count-rows.ts'
import { keyset } from '../../keyset.ts'
import { allocationChanges, allocations, applications, operators } from '../schema/index.ts'
import { inOwnerScope } from './scope.ts'
import { containsAny } from './search.ts'

const SORT = { id: allocations.id, created_at: allocations.createdAt }

export function createAllocationRepository(connection: Connection): AllocationRepository {
  const { orm } = connection
  const above = alias(allocations, 'above')

  const inSight = (scope: Scope): SQL | undefined =>
    scope.kind === 'attributedTo'
      ? or(
          eq(allocations.agentId, scope.operatorId),
          sql`${allocations.parentId} IN ${orm
            .select({ id: above.id })
            .from(above)
            .where(eq(above.agentId, scope.operatorId))}`,
        )
      : inOwnerScope(connection, scope, allocations)

  const named = () =>
    orm
      .select({
        ...getTableColumns(allocations),
        agentName: operators.name,
        appName: applications.name,
        book: applications.ownerId,
        severalAccounts: applications.severalAccounts,
      })
      .from(allocations)
      .innerJoin(operators, eq(operators.id, allocations.agentId))
      .innerJoin(applications, eq(applications.id, allocations.appId))

  const find = (id: number): Promise<Allocation | undefined> =>
    firstOf(orm.select().from(allocations).where(eq(allocations.id, id)))

  return {
    insert: (allocation) =>
      firstOf(orm.insert(allocations).values(allocation).onConflictDoNothing().returning()),

    find,

    get: (scope, id) => firstOf(named().where(and(eq(allocations.id, id), inSight(scope)))),

    list: async (scope, filter, query) => {
      const where = and(
        inSight(scope),
        matching(CONDITIONS, filter, undefined),
        containsAny([operators.name, applications.name, allocations.note], query.search),
      )
      const order = keyset<keyof typeof SORT, Allocation>(query, SORT, allocations.id)
      const rows = await named()
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
      const count = await countRows(connection, query.exact, (limit) =>
        orm
          .select({ id: allocations.id })
          .from(allocations)
          .innerJoin(operators, eq(operators.id, allocations.agentId))
          .innerJoin(applications, eq(applications.id, allocations.appId))
          .where(where)
          .limit(limit),
      )
      return { rows, ...count, next: order.next(rows) }
    },

    chain: async (id) => {
      const chain: Allocation[] = []
      for (let next: number | null = id; next !== null && chain.length < MAX_AGENT_LEVELS;) {
        const one: Allocation | undefined = await find(next)
        if (one === undefined) break
        chain.push(one)
        next = one.parentId
      }
      return chain
    },

    use: (id, count) =>
      firstOf(
        orm
          .update(allocations)
          .set({ used: sql`${allocations.used} + ${count}` })
          .where(
            and(
              eq(allocations.id, id),
              eq(allocations.closed, false),
              sql`${allocations.used} + ${count} <= ${allocations.quota}`,
            ),
          )
          .returning(),
      ),

    giveBack: async (id, count) => {
      await orm
        .update(allocations)
        .set({ used: sql`${allocations.used} - ${count}` })
        .where(and(eq(allocations.id, id), gte(allocations.used, count)))
    },

    update: async (id, change) => {
      if (Object.keys(change).length === 0) return find(id)
      const enough = change.quota === undefined ? undefined : lte(allocations.used, change.quota)
      return firstOf(
        orm
          .update(allocations)
          .set(change)
          .where(and(eq(allocations.id, id), enough))
          .returning(),
      )
    },

    date: async (id, terms) => {
      await orm.insert(allocationChanges).values({ allocationId: id, ...terms })
    },

    history: async (id, limit) => {
      const { at, by, quota, price, closed } = getTableColumns(allocationChanges)
      return orm
        .select({ at, by, quota, price, closed })
        .from(allocationChanges)
        .where(eq(allocationChanges.allocationId, id))
        .orderBy(desc(allocationChanges.id))
        .limit(limit)
    },
  }
}

const CONDITIONS: Conditions<AllocationFilter> = {
  app: (id) => eq(allocations.appId, id),
  agent: (id) => eq(allocations.agentId, id),
  closed: (closed) => eq(allocations.closed, closed),
}
