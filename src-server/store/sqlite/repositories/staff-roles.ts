import { and, count, eq, inArray } from 'drizzle-orm'
import type { StaffRoleRepository } from '../../repositories/staff-roles.ts'
import type { Connection } from '../connection.ts'
import { keyset } from '../../keyset.ts'
import { operators, staffRoles } from '../schema/index.ts'
import { contains } from './search.ts'

const SORT = { id: staffRoles.id, name: staffRoles.name }

export function createStaffRoleRepository({ orm }: Connection): StaffRoleRepository {
  const find = async (id: number) => orm.select().from(staffRoles).where(eq(staffRoles.id, id)).get()
  return {
    find,
    findByName: async (employerId, name) =>
      orm
        .select()
        .from(staffRoles)
        .where(and(eq(staffRoles.employerId, employerId), eq(staffRoles.name, name)))
        .get(),
    insert: async (role) => orm.insert(staffRoles).values(role).returning().get(),
    update: async (id, change) => {
      if (Object.keys(change).length === 0) return find(id)
      return orm.update(staffRoles).set(change).where(eq(staffRoles.id, id)).returning().all()[0]
    },
    delete: async (id) => orm.delete(staffRoles).where(eq(staffRoles.id, id)).run().changes === 1,
    list: async (employerId, query) => {
      const where = and(
        eq(staffRoles.employerId, employerId),
        query.search === undefined || query.search === ''
          ? undefined
          : contains(staffRoles.name, query.search),
      )
      const order = keyset(query, SORT, staffRoles.id)
      const rows = orm
        .select()
        .from(staffRoles)
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
        .all()
      return { rows, total: await orm.$count(staffRoles, where), next: order.next(rows) }
    },
    staffOf: async (ids) => {
      const rows = orm
        .select({ role: operators.staffRoleId, n: count() })
        .from(operators)
        .where(inArray(operators.staffRoleId, [...ids]))
        .groupBy(operators.staffRoleId)
        .all()
      return new Map(rows.map(({ role, n }) => [role ?? 0, n]))
    },
  }
}
