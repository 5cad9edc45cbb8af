import { and, count, eq, inArray, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm'
import type { ListQuery, Page } from '../../../contract/paging.ts'
import type { PersonState } from '../../../contract/people.ts'
import type { Role } from '../../../contract/permissions.ts'
import type { Operator } from '../../../domain/access/operator.ts'
import type { Scope } from '../../../domain/access/scope.ts'
import type { OperatorFilter, OperatorRepository } from '../../repositories/operators.ts'
import type { Connection } from '../connection.ts'
import { keyset } from '../../keyset.ts'
import type { Seal } from '../../sealing/seal.ts'
import { sealedRows } from '../../sealing/sealed-rows.ts'
import { applications, operators, signInFailures } from '../schema/index.ts'
import { contains } from './search.ts'
import { among, matching, type Conditions } from '../../conditions.ts'

const SORT = {
  id: operators.id,
  name: operators.name,
  created_at: operators.createdAt,
  last_sign_in_at: operators.lastSignInAt,
}

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
    owner: async () => first(IS_OWNER),

    isOwnerAlone: async () =>
      orm.select({ name: operators.name }).from(operators).limit(2).all().length === 1,
    withoutMailbox: async (limit) => ({
      rows: orm
        .select({ id: operators.id, name: operators.name, role: operators.role })
        .from(operators)
        .where(HAS_NO_MAILBOX)
        .orderBy(operators.id)
        .limit(limit)
        .all(),
      total: await orm.$count(operators, HAS_NO_MAILBOX),
    }),
    insert: async (operator) =>
      secrets.insert(operator, (blank) => orm.insert(operators).values(blank).returning().get(), update),
    update: async (id, change) => update(id, change),
    delete: async (id) => orm.delete(operators).where(eq(operators.id, id)).run().changes === 1,
    list: (filter, query) =>
      page(and(matching(CONDITIONS, filter, undefined), searched(query.search)), query),
    agents: (scope, query) =>
      page(
        and(matching(CONDITIONS, { role: 'agent' }, undefined), worksIn(scope), searched(query.search)),
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

/** Excludes the owner's staff, who have the same role. */
const IS_OWNER = and(eq(operators.role, 'owner'), isNull(operators.employerId))

/** Neither banned nor frozen. */
const IS_FREE = and(eq(operators.banned, false), eq(operators.frozen, false))

/**
 * Operators without a mailbox who could get mails beyond those about their sign-ins, and who aren't shut out.
 */
const HAS_NO_MAILBOX = and(
  inArray(operators.role, ['owner', 'developer']),
  isNull(operators.employerId),
  eq(operators.email, ''),
  IS_FREE,
)

const CONDITIONS: Conditions<OperatorFilter> = {
  role: (role) => and(eq(operators.role, role), isNull(operators.employerId)),
  employer: (id) => eq(operators.employerId, id),
  state: inState,
  plan: (id) => eq(operators.planId, id),
  staffRole: (id) => eq(operators.staffRoleId, id),
}

/** The SQL of domain/access/person.ts, personState. */
function inState(state: PersonState): SQL | undefined {
  switch (state) {
    case 'banned':
      return eq(operators.banned, true)
    case 'frozen':
      return and(eq(operators.banned, false), eq(operators.frozen, true))
    case 'invited':
      return and(IS_FREE, eq(operators.passwordHash, ''))
    case 'active':
      return and(IS_FREE, ne(operators.passwordHash, ''))
  }
}

function searched(text: string | undefined): SQL | undefined {
  if (text === undefined || text === '') return undefined
  return or(contains(operators.name, text), contains(operators.email, text), contains(operators.note, text))
}

/**
 * Which agents work for whom: the same rule by which plans.ts counts `used` agents. An agent's own agents are
 * those below it.
 */
function worksIn(scope: Scope): SQL | undefined {
  switch (scope.kind) {
    // These belong to no single application.
    case 'within':
      return sql`0`
    case 'everything':
      return undefined
    case 'attributedTo':
      return sql`${operators.id} IN (WITH RECURSIVE below(id) AS (
        SELECT id FROM operators WHERE parent_id = ${scope.operatorId}
        UNION SELECT agent.id FROM operators AS agent JOIN below ON agent.parent_id = below.id) SELECT id FROM below)`
    case 'ownedBy':
      return sql`EXISTS (SELECT 1 FROM ledger_accounts
        WHERE book_id = ${scope.operatorId} AND kind = 'agent' AND ledger_accounts.agent_id = ${operators.id})`
  }
}
