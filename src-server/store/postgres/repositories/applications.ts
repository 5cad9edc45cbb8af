import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { Scope } from '../../../domain/access/scope.ts'
import type { Application } from '../../../domain/application/application.ts'
import { among, matching, type Conditions } from '../../conditions.ts'
import { keyset } from '../../keyset.ts'
import type { ApplicationFilter, ApplicationRepository } from '../../repositories/applications.ts'
import type { Seal } from '../../sealing/seal.ts'
import { sealedRows } from '../../sealing/sealed-rows.ts'
import { changedBy, firstOf, type Connection } from '../connection.ts'
import { applications } from '../schema/index.ts'
import { contains } from './search.ts'

const SORT = { app: applications.id, name: applications.name, created_at: applications.createdAt }

/**
 * The rows that one statement deletes. The database cuts off statements that take long (pool.ts), and an application may
 * have a million codes.
 */
const MOST_DELETED = 5000

interface DeletedSlice {
  readonly app: number
  readonly after: number
}

const CONDITIONS: Conditions<ApplicationFilter> = {
  state: (state) => eq(applications.state, state),
  owner: (id) => eq(applications.ownerId, id),
}

export function createApplicationRepository({ prepare, orm }: Connection, seal: Seal): ApplicationRepository {
  const secrets = sealedRows('applications', seal)
  const open = (row: Application): Application => secrets.open(row.id, row)
  const opened = (row: Application | undefined) => row && open(row)
  const find = async (id: number) =>
    opened(await firstOf(orm.select().from(applications).where(eq(applications.id, id))))
  const update = async (id: number, change: Partial<Application>): Promise<Application | undefined> => {
    if (Object.keys(change).length === 0) return find(id)
    const changed = orm
      .update(applications)
      .set({ ...secrets.close(id, change), revision: sql`${applications.revision} + 1` })
      .where(eq(applications.id, id))
    return opened(await firstOf(changed.returning()))
  }
  const addCalls = prepare<[number, number], { total: number }>(
    'UPDATE applications SET api_total = api_total + ? WHERE id = ? RETURNING api_total AS total',
  )
  const parts = ['codes', 'devices', 'accounts'].map((table) =>
    prepare<[DeletedSlice], { last: number | null }>(
      `WITH gone AS (
         DELETE FROM ${table} WHERE id IN (
           SELECT id FROM ${table} WHERE app_id = @app AND id > @after ORDER BY id LIMIT ${MOST_DELETED}
         ) RETURNING id)
       SELECT max(id) AS last FROM gone`,
    ),
  )
  // A number from another system: the database gives higher ones from then on.
  const countFrom = prepare<[{ id: number }]>(
    `SELECT setval('applications_id_seq', @id) FROM applications_id_seq WHERE last_value + is_called::int <= @id`,
  )
  return {
    all: async (ids) => {
      const rows = await orm
        .select()
        .from(applications)
        .where(among(applications.id, ids))
        .orderBy(applications.id)
      return rows.map(open)
    },

    find,

    insert: async (application) => {
      if (application.id !== undefined) await countFrom.run({ id: application.id })
      return secrets.insert(
        application,
        (blank) => firstOf(orm.insert(applications).values(blank).returning({ id: applications.id })),
        update,
      )
    },

    update,

    delete: async (id) => {
      for (const part of parts) {
        for (let after: number | null = 0; after !== null;)
          after = (await part.get({ app: id, after }))?.last ?? null
      }
      return (await changedBy(orm.delete(applications).where(eq(applications.id, id)))) === 1
    },

    callTotals: async (ids) => {
      const rows = await orm
        .select({ id: applications.id, total: applications.apiTotal })
        .from(applications)
        .where(among(applications.id, ids))
      return new Map(rows.map(({ id, total }) => [id, total]))
    },

    addCalls: async (counted) => {
      const totals = new Map<number, number>()
      // All copies lock the rows in one order.
      for (const [id, calls] of [...counted].sort(([a], [b]) => a - b)) {
        const added = await addCalls.get(calls, id)
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
          : or(contains(applications.name, query.search), isNumbered(query.search)),
      )
      const order = keyset<keyof typeof SORT, Application>(query, SORT, applications.id)
      const rows = await orm
        .select()
        .from(applications)
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
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
      return sql`false`
  }
}

/** No text of a number holds a NUL. */
function isNumbered(search: string): SQL | undefined {
  return search.includes('\0') ? undefined : sql`CAST(${applications.id} AS text) = ${search}`
}
