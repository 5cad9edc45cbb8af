import { and, count, eq, inArray, lt, or, type SQL } from 'drizzle-orm'
import type { ListQuery, Page } from '../../../contract/paging.ts'
import type { Role } from '../../../contract/permissions.ts'
import type { Operator } from '../../../domain/access/operator.ts'
import type { OperatorRepository } from '../../repositories/operators.ts'
import { operatorConditions } from '../../operator-conditions.ts'
import type { Connection } from '../connection.ts'
import { keyset } from '../../keyset.ts'
import type { Seal } from '../../sealing/seal.ts'
import { sealedRows } from '../../sealing/sealed-rows.ts'
import { applications, operators, signInFailures } from '../schema/index.ts'
import { contains } from './search.ts'
import { among, matching } from '../../conditions.ts'

const SORT = {
  id: operators.id,
  name: operators.name,
  created_at: operators.createdAt,
  last_sign_in_at: operators.lastSignInAt,
}

const PEOPLE = operatorConditions(operators)

export function createOperatorRepository({ orm, raw }: Connection, seal: Seal): OperatorRepository {
  const secrets = sealedRows('operators', seal)
  const open = (row: Operator): Operator => secrets.open(row.id, row)
  const first = (where: SQL | undefined): Operator | undefined => {
    const row = orm.select().from(operators).where(where).get()
    return row && open(row)
  }
  const update = (id: number, change: Partial<Operator>): Operator | undefined => {
    if (Object.keys(change).length === 0) return first(eq(operators.id, id))
    const rows: Operator[] = orm
      .update(operators)
      .set(secrets.close(id, change))
      .where(eq(operators.id, id))
      .returning()
      .all()
    return rows[0] && open(rows[0])
  }
  const ofQq = raw.prepare<[string], { role: Role }>(
    `SELECT role FROM operators AS person WHERE qq = ? AND qq <> '' AND banned = 0 AND frozen = 0 AND NOT EXISTS (
      SELECT 1 FROM operators WHERE id = person.employer_id AND (banned = 1 OR frozen = 1)
    ) ORDER BY CASE role WHEN 'owner' THEN 0 WHEN 'developer' THEN 1 ELSE 2 END LIMIT 1`,
  )
  const failuresOf = (name: string, ip: string) =>
    and(eq(signInFailures.name, name), eq(signInFailures.ip, ip))
  const find = async (id: number) => first(eq(operators.id, id))
  const page = async (
    where: SQL | undefined,
    query: ListQuery<keyof typeof SORT>,
  ): Promise<Page<Operator>> => {
    const order = keyset(query, SORT, operators.id)
    const rows = orm
      .select()
      .from(operators)
      .where(and(where, order.where))
      .orderBy(...order.orderBy)
      .limit(query.limit)
      .offset(order.offset)
      .all()
    return { rows: rows.map(open), total: await orm.$count(operators, where), next: order.next(rows) }
  }
  return {
    findByName: async (name) => first(eq(operators.name, name)),
    find,
    bannedIds: async (ids) =>
      orm
        .select({ id: operators.id })
        .from(operators)
        .where(and(eq(operators.banned, true), among(operators.id, ids)))
        .all()
        .map(({ id }) => id),
    roleOfQq: async (qq) => ofQq.get(qq)?.role,
    owner: async () => first(PEOPLE.isOwner),

    isOwnerAlone: async () =>
      orm.select({ name: operators.name }).from(operators).limit(2).all().length === 1,
    withoutMailbox: async (limit) => ({
      rows: orm
        .select({ id: operators.id, name: operators.name, role: operators.role })
        .from(operators)
        .where(PEOPLE.hasNoMailbox)
        .orderBy(operators.id)
        .limit(limit)
        .all(),
      total: await orm.$count(operators, PEOPLE.hasNoMailbox),
    }),
    insert: async (operator) =>
      secrets.insert(operator, (blank) => orm.insert(operators).values(blank).returning().get(), update),
    update: async (id, change) => update(id, change),
    delete: async (id) => orm.delete(operators).where(eq(operators.id, id)).run().changes === 1,
    list: (filter, query) =>
      page(and(matching(PEOPLE.conditions, filter, undefined), searched(query.search)), query),
    agents: (scope, query) =>
      page(
        and(
          matching(PEOPLE.conditions, { role: 'agent' }, undefined),
          PEOPLE.worksIn(scope),
          searched(query.search),
        ),
        query,
      ),
    applicationsOf: async (ids) => {
      const rows = orm
        .select({ owner: applications.ownerId, n: count() })
        .from(applications)
        .where(inArray(applications.ownerId, [...ids]))
        .groupBy(applications.ownerId)
        .all()
      return new Map(rows.map(({ owner, n }) => [owner, n]))
    },
    useTotpStep: async (id, step) =>
      orm
        .update(operators)
        .set({ totpLastStep: step })
        .where(and(eq(operators.id, id), lt(operators.totpLastStep, step)))
        .run().changes === 1,
    findFailures: async (name, ip) => orm.select().from(signInFailures).where(failuresOf(name, ip)).get(),
    saveFailures: async (name, ip, failures) => {
      orm
        .insert(signInFailures)
        .values({ name, ip, ...failures })
        .onConflictDoUpdate({ target: [signInFailures.name, signInFailures.ip], set: failures })
        .run()
    },
    clearFailures: async (name, ip) => {
      orm.delete(signInFailures).where(failuresOf(name, ip)).run()
    },
    deleteFailuresBefore: async (at) => {
      orm.delete(signInFailures).where(lt(signInFailures.lastAt, at)).run()
    },
  }
}

function searched(text: string | undefined): SQL | undefined {
  if (text === undefined || text === '') return undefined
  return or(contains(operators.name, text), contains(operators.email, text), contains(operators.note, text))
}
