import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Scope } from '../../../domain/access/scope.ts'
import type { CustomFieldRepository } from '../../repositories/custom-fields.ts'
import { addedBy, firstOf, type Connection } from '../connection.ts'
import { applications, customFields, ledgerAccounts } from '../schema/index.ts'

export function createCustomFieldRepository({ orm }: Connection): CustomFieldRepository {
  const select = async (where: SQL | undefined) =>
    orm.select().from(customFields).where(where).orderBy(customFields.id)
  const inSight = (scope: Scope): SQL | undefined => {
    if (scope.kind === 'within') {
      const owners = orm
        .select({ id: applications.ownerId })
        .from(applications)
        .where(inArray(applications.id, [...scope.apps]))
      return and(inSight(scope.of), inArray(customFields.ownerId, owners))
    }
    if (scope.kind === 'everything') return undefined
    if (scope.kind === 'ownedBy') return eq(customFields.ownerId, scope.operatorId)
    const books = orm
      .select({ id: ledgerAccounts.bookId })
      .from(ledgerAccounts)
      .where(and(eq(ledgerAccounts.kind, 'agent'), eq(ledgerAccounts.agentId, scope.operatorId)))
    return inArray(customFields.ownerId, books)
  }
  return {
    insert: (field) => addedBy(orm.insert(customFields).values(field).returning()),
    find: (id) => firstOf(orm.select().from(customFields).where(eq(customFields.id, id))),
    ofOwner: (ownerId) => select(eq(customFields.ownerId, ownerId)),
    inScope: (scope) => select(inSight(scope)),
    update: (id, change) =>
      firstOf(orm.update(customFields).set(change).where(eq(customFields.id, id)).returning()),
    delete: async (id) => {
      await orm.delete(customFields).where(eq(customFields.id, id))
    },
  }
}
