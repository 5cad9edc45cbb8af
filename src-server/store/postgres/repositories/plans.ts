import { and, count, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { PlanKind } from '../../../contract/people.ts'
import { keyset } from '../../keyset.ts'
import { PLAN_USE } from '../../plan-use.ts'
import type { PlanRepository } from '../../repositories/plans.ts'
import { addedBy, changedBy, firstOf, type Connection } from '../connection.ts'
import { operators, plans } from '../schema/index.ts'
import { containsAny } from './search.ts'

const SORT = { id: plans.id, name: plans.name }

export function createPlanRepository({ prepare, orm }: Connection): PlanRepository {
  const ofKind = (kind: PlanKind) => prepare<[{ owner: number }], { n: number }>(PLAN_USE[kind])
  const used = {
    applications: ofKind('applications'),
    codes: ofKind('codes'),
    devices: ofKind('devices'),
    agents: ofKind('agents'),
  }
  const find = (id: number) => firstOf(orm.select().from(plans).where(eq(plans.id, id)))
  return {
    find,
    findByName: (name) => firstOf(orm.select().from(plans).where(eq(plans.name, name))),
    insert: (plan) => addedBy(orm.insert(plans).values(plan).returning()),
    update: async (id, change) => {
      if (Object.keys(change).length === 0) return find(id)
      return firstOf(orm.update(plans).set(change).where(eq(plans.id, id)).returning())
    },
    delete: async (id) => (await changedBy(orm.delete(plans).where(eq(plans.id, id)))) === 1,
    list: async (query) => {
      const where = containsAny([plans.name], query.search)
      const order = keyset(query, SORT, plans.id)
      const rows = await orm
        .select()
        .from(plans)
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
      return { rows, total: await orm.$count(plans, where), next: order.next(rows) }
    },
    developersOf: async (ids) => {
      const rows = await orm
        .select({ plan: operators.planId, n: count() })
        .from(operators)
        .where(inArray(operators.planId, [...ids]))
        .groupBy(operators.planId)
      return new Map(rows.map(({ plan, n }) => [plan ?? 0, n]))
    },
    ofOperator: (operatorId) =>
      firstOf(
        orm
          .select(getTableColumns(plans))
          .from(plans)
          .innerJoin(operators, eq(operators.planId, plans.id))
          .where(eq(operators.id, operatorId)),
      ),
    used: async (operatorId, kind) => (await used[kind].get({ owner: operatorId }))?.n ?? 0,
  }
}
