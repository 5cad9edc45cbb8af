import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Scope } from '../../../domain/access/scope.ts'
import type { Connection } from '../connection.ts'
import { applications } from '../schema/index.ts'

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
