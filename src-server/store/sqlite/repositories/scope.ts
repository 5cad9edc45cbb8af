import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Scope } from '../../../domain/access/scope.ts'
import type { Connection } from '../connection.ts'
import { applications } from '../schema/index.ts'
import { mark } from '../search/trigrams.ts'

/** The one place where what an actor may see becomes a condition on codes and devices (architecture.md, rule 5). */
export function inScope(
  connection: Connection,
  scope: Scope,
  table: { readonly appId: SQLiteColumn; readonly agentId: SQLiteColumn },
): SQL | undefined {
  return scope.kind === 'attributedTo'
    ? eq(table.agentId, scope.operatorId)
    : inOwnerScope(connection, scope, table)
}

/** Accounts and files: the application owner's; agents have none. */
export function inOwnerScope(
  { orm }: Connection,
  scope: Scope,
  table: { readonly appId: SQLiteColumn },
): SQL | undefined {
  switch (scope.kind) {
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

/** The applications in sight, of those one where a filter names it, as a condition on `applications`. */
export function appsInSight(scope: Scope, app: number | undefined): SQL | undefined {
  return and(
    scope.kind === 'ownedBy' ? eq(applications.ownerId, scope.operatorId) : undefined,
    app === undefined ? undefined : eq(applications.id, app),
  )
}

/** The agent whose rows are asked for; undefined for everybody's. */
export function agentOf(scope: Scope, filter: { readonly agent?: number | undefined }): number | undefined {
  return scope.kind === 'attributedTo' ? scope.operatorId : filter.agent
}

/** What a search keeps to (search/trigrams.ts); undefined for everything. */
export function marksOf(
  { orm }: Connection,
  scope: Scope,
  filter: { readonly app?: number | undefined; readonly agent?: number | undefined },
): string[] | undefined {
  const agent = agentOf(scope, filter)
  if (agent !== undefined) return [mark('agent', agent)]
  if (filter.app !== undefined) return [mark('app', filter.app)]
  if (scope.kind === 'everything') return undefined
  return orm
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.ownerId, scope.operatorId))
    .all()
    .map(({ id }) => mark('app', id))
}
