import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { Scope } from '../../../domain/access/scope.ts'
import type { Application } from '../../../domain/application/application.ts'
import type { ApplicationFilter, ApplicationRepository } from '../../repositories/applications.ts'
import type { Connection } from '../connection.ts'
import { keyset } from '../../keyset.ts'
import type { Seal } from '../../sealing/seal.ts'
import { sealedRows } from '../../sealing/sealed-rows.ts'
import { applications } from '../schema/index.ts'
import { contains } from './search.ts'
import { among, matching, type Conditions } from '../../conditions.ts'

const SORT = { app: applications.id, name: applications.name, created_at: applications.createdAt }

const CONDITIONS: Conditions<ApplicationFilter> = {
  state: (state) => eq(applications.state, state),
  owner: (id) => eq(applications.ownerId, id),
}

export function createApplicationRepository({ raw, orm }: Connection, seal: Seal): ApplicationRepository {
  const secrets = sealedRows('applications', seal)
  const open = (row: Application): Application => secrets.open(row.id, row)
  const find = (id: number): Application | undefined => {
    const row = orm.select().from(applications).where(eq(applications.id, id)).get()
    return row && open(row)
  }
  const update = (id: number, change: Partial<Application>): Application | undefined => {
    if (Object.keys(change).length === 0) return find(id)
    const rows: Application[] = orm
      .update(applications)
      .set({ ...secrets.close(id, change), revision: sql`${applications.revision} + 1` })
      .where(eq(applications.id, id))
      .returning()
      .all()
    return rows[0] && open(rows[0])
  }
  const addCalls = raw.prepare<[number, number], { total: number }>(
    'UPDATE applications SET api_total = api_total + ? WHERE id = ? RETURNING api_total AS total',
  )
  return {
    all: async (ids) => orm.select().from(applications).where(among(applications.id, ids)).all().map(open),

    find: async (id) => find(id),

    insert: async (application) =>
      secrets.insert(
        application,
        (blank) => orm.insert(applications).values(blank).returning().get(),
        update,
      ),

    update: async (id, change) => update(id, change),

    delete: async (id) => orm.delete(applications).where(eq(applications.id, id)).run().changes === 1,

    callTotals: async (ids) =>
      new Map(
        orm
          .select({ id: applications.id, total: applications.apiTotal })
          .from(applications)
          .where(among(applications.id, ids))
          .all()
          .map(({ id, total }) => [id, total]),
      ),

    addCalls: async (counted) => {
      const totals = new Map<number, number>()
      for (const [id, calls] of counted) {
        const added = addCalls.get(calls, id)
        if (added !== undefined) totals.set(id, added.total)
      }
      return totals
    },

    list: async (scope, filter, query) => {
      const where = and(
        managedIn(scope),
        matching(CONDITIONS, filter, undefined),
        query.search === undefined || query.search === ''
          ? undefined
          : or(
              contains(applications.name, query.search),
              sql`CAST(${applications.id} AS TEXT) = ${query.search}`,
            ),
      )
      const order = keyset<keyof typeof SORT, Application>(query, SORT, applications.id)
      const rows = orm
        .select()
        .from(applications)
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
        .all()
      return { rows: rows.map(open), total: await orm.$count(applications, where), next: order.next(rows) }
    },
  }
}

/** Agents get allocations of applications, but manage none. */
function managedIn(scope: Scope): SQL | undefined {
  switch (scope.kind) {
    case 'within':
      return and(managedIn(scope.of), inArray(applications.id, [...scope.apps]))
    case 'everything':
      return undefined
    case 'ownedBy':
      return eq(applications.ownerId, scope.operatorId)
    case 'attributedTo':
      return sql`0`
  }
}
