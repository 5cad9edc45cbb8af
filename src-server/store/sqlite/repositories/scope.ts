import { eq, inArray, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Scope } from '../../../domain/access/scope.ts'
import type { Connection } from '../connection.ts'
import { applications } from '../schema/index.ts'

/** The one place where what an actor may see becomes a condition on codes and devices (architecture.md, rule 5). */
export function inScope(
  { orm }: Connection,
  scope: Scope,
  table: { readonly appId: SQLiteColumn; readonly agentId: SQLiteColumn },
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
      return eq(table.agentId, scope.operatorId)
  }
}
