import { and, count, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { PlanKind } from '../../../contract/people.ts'
import type { PlanRepository } from '../../repositories/plans.ts'
import type { Connection } from '../connection.ts'
import { PLAN_USE } from '../../plan-use.ts'
import { keyset } from '../../keyset.ts'
import { operators, plans } from '../schema/index.ts'
import { contains } from './search.ts'
import { unseenValue } from '../unseen-value.ts'

const SORT = { id: plans.id, name: plans.name }

export function createPlanRepository({ raw, orm }: Connection): PlanRepository {
  const prepare = (kind: PlanKind) => raw.prepare<[{ owner: number }], { n: number }>(PLAN_USE[kind])
  const used = {
    applications: prepare('applications'),
    codes: prepare('codes'),
    devices: prepare('devices'),
    agents: prepare('agents'),
  }
  const find = async (id: number) => orm.select().from(plans).where(eq(plans.id, id)).get()
  return {
    find,
    findByName: async (name) => orm.select().from(plans).where(eq(plans.name, name)).get(),
    insert: async (plan) => orm.insert(plans).values(plan).returning().get(),
    update: async (id, change) => {
      if (Object.keys(change).length === 0) return find(id)
      return orm.update(plans).set(change).where(eq(plans.id, id)).returning().all()[0]
    },
    delete: async (id) => orm.delete(plans).where(eq(plans.id, id)).run().changes === 1,
    list: async (query) => {
      const where =
        query.search === undefined || query.search === '' ? undefined : contains(plans.name, query.search)
      const order = keyset(query, SORT, plans.id)
      const rows = orm
        .select()
        .from(plans)
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
        .all()
      return { rows, total: await orm.$count(plans, where), next: order.next(rows) }
    },
    developersOf: async (ids) => {
      const rows = orm
        .select({ plan: operators.planId, n: count() })
        .from(operators)
        .where(inArray(operators.planId, [...ids]))
        .groupBy(operators.planId)
        .all()
      return new Map(rows.map(({ plan, n }) => [plan ?? 0, n]))
    },
    ofOperator: async (operatorId) =>
      orm
        .select(getTableColumns(plans))
        .from(plans)
        .innerJoin(operators, eq(operators.planId, plans.id))
        .where(eq(operators.id, unseenValue(operatorId)))
        .get(),
    used: async (operatorId, kind) => used[kind].get({ owner: operatorId })?.n ?? 0,
  }
}
