import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { agentOf, type Scope } from '../../../domain/access/scope.ts'
import type { Connection } from '../connection.ts'
import type { WalkedApps } from '../listing.ts'
import { applications } from '../schema/index.ts'
import { mark } from './search.ts'

interface OfAppAndAgent {
  readonly app?: number | undefined
  readonly agent?: number | undefined
}

/** The scope of codes and trading accounts as a condition. No other place decides this. */
export function inScope(
  connection: Connection,
  scope: Scope,
  table: { readonly appId: PgColumn; readonly agentId: PgColumn },
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
  table: { readonly appId: PgColumn },
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
      return sql`false`
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

/** The applications that a list goes through (listing.ts). Undefined for the rows of one application or one agent. */
export function walkedApps(scope: Scope, filter: OfAppAndAgent): WalkedApps | undefined {
  if (filter.app !== undefined || agentOf(scope, filter) !== undefined) return undefined
  return { where: appsInSight(scope, undefined) }
}

/** The marks that limit a search to the scope (search/groups.ts). Undefined for everything. */
export async function marksOf(
  { orm }: Connection,
  scope: Scope,
  filter: OfAppAndAgent,
): Promise<string[] | undefined> {
  const agent = agentOf(scope, filter)
  if (agent !== undefined) return [mark('agent', agent)]
  if (filter.app !== undefined) return [mark('app', filter.app)]
  if (scope.kind === 'within') return scope.apps.map((app) => mark('app', app))
  if (scope.kind === 'everything') return undefined
  const owned = await orm
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.ownerId, scope.operatorId))
  return owned.map(({ id }) => mark('app', id))
}
