import { and, eq, or, sql } from 'drizzle-orm'
import type { Application } from '../../../domain/application/application.ts'
import type { ApplicationFilter, ApplicationRepository } from '../../repositories/applications.ts'
import type { Connection } from '../connection.ts'
import { keyset } from '../keyset.ts'
import { applications } from '../schema/index.ts'
import { contains } from './search.ts'
import { matching, type Conditions } from '../conditions.ts'

const SORT = { app: applications.id, name: applications.name, created_at: applications.createdAt }

const CONDITIONS: Conditions<ApplicationFilter> = {
  state: (state) => eq(applications.state, state),
  owner: (id) => eq(applications.ownerId, id),
}

export function createApplicationRepository({ raw, orm }: Connection): ApplicationRepository {
  const addCalls = raw.prepare<[number, number]>(
    'UPDATE applications SET api_total = api_total + ? WHERE id = ?',
  )
  return {
    all: async () => orm.select().from(applications).all(),

    find: async (id) => orm.select().from(applications).where(eq(applications.id, id)).get(),

    insert: async (application) => orm.insert(applications).values(application).returning().get(),

    update: async (id, change) => {
      if (Object.keys(change).length === 0)
        return orm.select().from(applications).where(eq(applications.id, id)).get()
      const rows: Application[] = orm
        .update(applications)
        .set(change)
        .where(eq(applications.id, id))
        .returning()
        .all()
      return rows[0]
    },

    delete: async (id) => orm.delete(applications).where(eq(applications.id, id)).run().changes === 1,

    addCalls: async (counted) => {
      for (const [id, calls] of counted) addCalls.run(calls, id)
    },

    list: async (scope, filter, query) => {
      // Agents get allocations of applications, but manage none.
      const own =
        scope.kind === 'everything'
          ? undefined
          : scope.kind === 'ownedBy'
            ? eq(applications.ownerId, scope.operatorId)
            : sql`0`
      const where = and(
        own,
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
      return { rows, total: await orm.$count(applications, where), next: order.next(rows) }
    },
  }
}
