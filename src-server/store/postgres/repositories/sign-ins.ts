import { and, desc, eq, getTableColumns, gte, lt } from 'drizzle-orm'
import { matching, type Conditions } from '../../conditions.ts'
import { keyset } from '../../keyset.ts'
import type { SignInFilter, SignInRepository } from '../../repositories/sign-ins.ts'
import { firstOf, type Connection } from '../connection.ts'
import { operators, signIns } from '../schema/index.ts'
import { countPeople } from './count-people.ts'
import { overseen } from './oversight.ts'

const CONDITIONS: Conditions<SignInFilter> = {
  operator: (id) => eq(signIns.operatorId, id),
  outcome: (outcome) => eq(signIns.outcome, outcome),
}

export function createSignInRepository({ orm }: Connection): SignInRepository {
  return {
    insert: async (signIn) => {
      await orm.insert(signIns).values(signIn)
    },
    hasSince: async ({ operatorId, ip, outcome }, since) =>
      (await firstOf(
        orm
          .select({ id: signIns.id })
          .from(signIns)
          .where(
            and(
              gte(signIns.at, since),
              eq(signIns.operatorId, operatorId),
              eq(signIns.ip, ip),
              eq(signIns.outcome, outcome),
            ),
          )
          .limit(1),
      )) !== undefined,
    seen: async (operatorId, since, limit) => {
      const rows = await orm
        .select()
        .from(signIns)
        .where(eq(signIns.operatorId, operatorId))
        .orderBy(desc(signIns.id))
        .limit(limit)
      return rows.filter(({ at, outcome }) => at >= since && outcome === 'signed_in')
    },
    list: async (oversight, filter, query) => {
      const where = and(overseen(oversight), matching(CONDITIONS, filter, undefined))
      const order = keyset(query, { id: signIns.id }, signIns.id)
      const rows = await orm
        .select({ ...getTableColumns(signIns), name: operators.name })
        .from(signIns)
        .innerJoin(operators, eq(operators.id, signIns.operatorId))
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
      return { rows, total: await countPeople(orm, signIns, where), next: order.next(rows) }
    },
    deleteBefore: async (at) => {
      await orm.delete(signIns).where(lt(signIns.at, at))
    },
  }
}
