import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { agentOf, type Scope } from '../../../domain/access/scope.ts'
import type { Connection } from '../connection.ts'
import { applications } from '../schema/index.ts'
import { mark } from '../search/trigrams.ts'

/** The scope of codes and trading accounts as a condition. No other place decides this. */
export function inScope(
  connection: Connection,
  scope: Scope,
  table: { readonly appId: SQLiteColumn; readonly agentId: SQLiteColumn },
): SQL | undefined {
  if (scope.kind === 'within')
    return and(inScope(connection, scope.of, table), inArray(table.appId, [...scope.apps]))
  return scope.kind === 'attributedTo'
    ? eq(table.agentId, scope.operatorId)
    : inOwnerScope(connection, scope, table)
}

/** The scope of user accounts and files, which belong to the application's owner. Agents see none. */
export function inOwnerScope(
  connection: Connection,
  scope: Scope,
  table: { readonly appId: SQLiteColumn },
): SQL | undefined {
  const { orm } = connection
  switch (scope.kind) {
    case 'within':
      return and(inOwnerScope(connection, scope.of, table), inArray(table.appId, [...scope.apps]))
    case 'everything':
      return undefined
    case 'ownedBy':
      return inArray(
        table.appId,
        orm
          .select({ id: applications.id })
          .from(applications)
          .where(eq(applications.ownerId, scope.operatorId)),
      )
    case 'attributedTo':
      return sql`0`
  }
}

/** The applications in sight, or the one the filter names among them, as a condition on `applications`. */
export function appsInSight(scope: Scope, app: number | undefined): SQL | undefined {
  if (scope.kind === 'within')
    return and(appsInSight(scope.of, app), inArray(applications.id, [...scope.apps]))
  return and(
    scope.kind === 'ownedBy' ? eq(applications.ownerId, scope.operatorId) : undefined,
    app === undefined ? undefined : eq(applications.id, app),
  )
}

/** The marks that limit a search to the scope (search/trigrams.ts). Undefined for everything. */
export function marksOf(
  { orm }: Connection,
  scope: Scope,
  filter: { readonly app?: number | undefined; readonly agent?: number | undefined },
): string[] | undefined {
  const agent = agentOf(scope, filter)
  if (agent !== undefined) return [mark('agent', agent)]
  if (filter.app !== undefined) return [mark('app', filter.app)]
  if (scope.kind === 'within') return scope.apps.map((app) => mark('app', app))
  if (scope.kind === 'everything') return undefined
  return orm
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.ownerId, scope.operatorId))
    .all()
    .map(({ id }) => mark('app', id))
}
