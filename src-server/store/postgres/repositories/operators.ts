import { and, count, eq, inArray, lt, type SQL } from 'drizzle-orm'
import type { ListQuery, Page } from '../../../contract/paging.ts'
import type { Role } from '../../../contract/permissions.ts'
import type { Operator } from '../../../domain/access/operator.ts'
import { among, matching } from '../../conditions.ts'
import { keyset } from '../../keyset.ts'
import { operatorConditions } from '../../operator-conditions.ts'
import type { OperatorRepository } from '../../repositories/operators.ts'
import type { Seal } from '../../sealing/seal.ts'
import { sealedRows } from '../../sealing/sealed-rows.ts'
import { addedBy, changedBy, firstOf, type Connection } from '../connection.ts'
import { applications, operators, signInFailures } from '../schema/index.ts'
import { containsAny } from './search.ts'

const SORT = {
  id: operators.id,
  name: operators.name,
  created_at: operators.createdAt,
  last_sign_in_at: operators.lastSignInAt,
}
const SEARCHED = [operators.name, operators.email, operators.note]
const PEOPLE = operatorConditions(operators)

export function createOperatorRepository({ orm, prepare }: Connection, seal: Seal): OperatorRepository {
  const secrets = sealedRows('operators', seal)
  const open = (row: Operator): Operator => secrets.open(row.id, row)
  const first = async (where: SQL | undefined): Promise<Operator | undefined> => {
    const row = await firstOf(orm.select().from(operators).where(where))
    return row && open(row)
  }
  const update = async (id: number, change: Partial<Operator>): Promise<Operator | undefined> => {
    if (Object.keys(change).length === 0) return first(eq(operators.id, id))
    const changed = orm.update(operators).set(secrets.close(id, change)).where(eq(operators.id, id))
    const row = await firstOf(changed.returning())
    return row && open(row)
  }
  const ofQq = prepare<[string], { role: Role }>(
    `SELECT role FROM operators AS person WHERE qq = ? AND qq <> '' AND NOT banned AND NOT frozen AND NOT EXISTS (
      SELECT 1 FROM operators WHERE id = person.employer_id AND (banned OR frozen)
    ) ORDER BY CASE role WHEN 'owner' THEN 0 WHEN 'developer' THEN 1 ELSE 2 END, id LIMIT 1`,
  )
  const failuresOf = (name: string, ip: string) =>
    and(eq(signInFailures.name, name), eq(signInFailures.ip, ip))
  const page = async (
    where: SQL | undefined,
    query: ListQuery<keyof typeof SORT>,
  ): Promise<Page<Operator>> => {
    const order = keyset(query, SORT, operators.id)
    const rows = await orm
      .select()
      .from(operators)
      .where(and(where, order.where))
      .orderBy(...order.orderBy)
      .limit(query.limit)
      .offset(order.offset)
    return { rows: rows.map(open), total: await orm.$count(operators, where), next: order.next(rows) }
  }
  return {
    findByName: (name) => first(eq(operators.name, name)),
    find: (id) => first(eq(operators.id, id)),
    bannedIds: async (ids) => {
      const rows = await orm
        .select({ id: operators.id })
        .from(operators)
        .where(and(eq(operators.banned, true), among(operators.id, ids)))
      return rows.map(({ id }) => id)
    },
    roleOfQq: async (qq) => (await ofQq.get(qq))?.role,
    owner: () => first(PEOPLE.isOwner),
    isOwnerAlone: async () =>
      (await orm.select({ name: operators.name }).from(operators).limit(2)).length === 1,
    withoutMailbox: async (limit) => ({
      rows: await orm
        .select({ id: operators.id, name: operators.name, role: operators.role })
        .from(operators)
        .where(PEOPLE.hasNoMailbox)
        .orderBy(operators.id)
        .limit(limit),
      total: await orm.$count(operators, PEOPLE.hasNoMailbox),
    }),
    insert: (operator) =>
      secrets.insert(operator, (blank) => addedBy(orm.insert(operators).values(blank).returning()), update),
    update,
    delete: async (id) => (await changedBy(orm.delete(operators).where(eq(operators.id, id)))) === 1,
    list: (filter, query) =>
      page(and(matching(PEOPLE.conditions, filter, undefined), containsAny(SEARCHED, query.search)), query),
    agents: (scope, query) =>
      page(
        and(
          matching(PEOPLE.conditions, { role: 'agent' }, undefined),
          PEOPLE.worksIn(scope),
          containsAny(SEARCHED, query.search),
        ),
        query,
      ),
    applicationsOf: async (ids) => {
      const rows = await orm
        .select({ owner: applications.ownerId, n: count() })
        .from(applications)
        .where(inArray(applications.ownerId, [...ids]))
        .groupBy(applications.ownerId)
      return new Map(rows.map(({ owner, n }) => [owner, n]))
    },
    useTotpStep: async (id, step) =>
      (await changedBy(
        orm
          .update(operators)
          .set({ totpLastStep: step })
          .where(and(eq(operators.id, id), lt(operators.totpLastStep, step))),
      )) === 1,
    findFailures: (name, ip) => firstOf(orm.select().from(signInFailures).where(failuresOf(name, ip))),
    saveFailures: async (name, ip, failures) => {
      await orm
        .insert(signInFailures)
        .values({ name, ip, ...failures })
        .onConflictDoUpdate({ target: [signInFailures.name, signInFailures.ip], set: failures })
    },
    clearFailures: async (name, ip) => {
      await orm.delete(signInFailures).where(failuresOf(name, ip))
    },
    deleteFailuresBefore: async (at) => {
      await orm.delete(signInFailures).where(lt(signInFailures.lastAt, at))
    },
  }
}
