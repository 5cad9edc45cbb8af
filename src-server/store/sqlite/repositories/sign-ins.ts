import { and, count, desc, eq, getTableColumns, gte, lt, sql } from 'drizzle-orm'
import type { SignInFilter, SignInRepository } from '../../repositories/sign-ins.ts'
import type { Connection } from '../connection.ts'
import { keyset } from '../../keyset.ts'
import { operators, signIns } from '../schema/index.ts'
import { overseen } from './oversight.ts'
import { matching, type Conditions } from '../../conditions.ts'

const CONDITIONS: Conditions<SignInFilter> = {
  operator: (id) => eq(signIns.operatorId, id),
  outcome: (outcome) => eq(signIns.outcome, outcome),
}

export function createSignInRepository({ orm }: Connection): SignInRepository {
  return {
    insert: async (signIn) => {
      orm.insert(signIns).values(signIn).run()
    },
    hasSince: async ({ operatorId, ip, outcome }, since) =>
      orm
        .select({ id: signIns.id })
        .from(signIns)
        .where(
          and(
            gte(signIns.at, since),
            // The plus sign keeps SQLite on the index by time: a minute has few rows, an operator may have
            // many.
            sql`+${signIns.operatorId} = ${operatorId}`,
            eq(signIns.ip, ip),
            eq(signIns.outcome, outcome),
          ),
        )
        .limit(1)
        .get() !== undefined,
    seen: async (operatorId, since, limit) =>
      orm
        .select()
        .from(signIns)
        .where(eq(signIns.operatorId, operatorId))
        .orderBy(desc(signIns.id))
        .limit(limit)
        .all()
        .filter(({ at, outcome }) => at >= since && outcome === 'signed_in'),
    list: async (oversight, filter, query) => {
      const where = and(overseen(oversight), matching(CONDITIONS, filter, undefined))
      const order = keyset(query, { id: signIns.id }, signIns.id)
      const rows = orm
        .select({ ...getTableColumns(signIns), name: operators.name })
        .from(signIns)
        .innerJoin(operators, eq(operators.id, signIns.operatorId))
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
        .all()
      const total = orm
        .select({ n: count() })
        .from(signIns)
        .innerJoin(operators, eq(operators.id, signIns.operatorId))
        .where(where)
        .get()
      return { rows, total: total?.n ?? 0, next: order.next(rows) }
    },
    deleteBefore: async (at) => {
      orm.delete(signIns).where(lt(signIns.at, at)).run()
    },
  }
}
