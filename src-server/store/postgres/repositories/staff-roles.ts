import { and, count, eq, inArray } from 'drizzle-orm'
import { keyset } from '../../keyset.ts'
import type { StaffRoleRepository } from '../../repositories/staff-roles.ts'
import { addedBy, changedBy, firstOf, type Connection } from '../connection.ts'
import { operators, staffRoles } from '../schema/index.ts'
import { containsAny } from './search.ts'

const SORT = { id: staffRoles.id, name: staffRoles.name }

export function createStaffRoleRepository({ orm }: Connection): StaffRoleRepository {
  const find = (id: number) => firstOf(orm.select().from(staffRoles).where(eq(staffRoles.id, id)))
  return {
    find,
    findByName: (employerId, name) =>
      firstOf(
        orm
          .select()
          .from(staffRoles)
          .where(and(eq(staffRoles.employerId, employerId), eq(staffRoles.name, name))),
      ),
    insert: (role) => addedBy(orm.insert(staffRoles).values(role).returning()),
    update: async (id, change) => {
      if (Object.keys(change).length === 0) return find(id)
      return firstOf(orm.update(staffRoles).set(change).where(eq(staffRoles.id, id)).returning())
    },
    delete: async (id) => (await changedBy(orm.delete(staffRoles).where(eq(staffRoles.id, id)))) === 1,
    list: async (employerId, query) => {
      const where = and(eq(staffRoles.employerId, employerId), containsAny([staffRoles.name], query.search))
      const order = keyset(query, SORT, staffRoles.id)
      const rows = await orm
        .select()
        .from(staffRoles)
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
      return { rows, total: await orm.$count(staffRoles, where), next: order.next(rows) }
    },
    staffOf: async (ids) => {
      const rows = await orm
        .select({ role: operators.staffRoleId, n: count() })
        .from(operators)
        .where(inArray(operators.staffRoleId, [...ids]))
        .groupBy(operators.staffRoleId)
      return new Map(rows.map(({ role, n }) => [role ?? 0, n]))
    },
  }
}
