import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Scope } from '../../../domain/access/scope.ts'
import type { CustomFieldRepository } from '../../repositories/custom-fields.ts'
import type { Connection } from '../connection.ts'
import { applications, customFields, ledgerAccounts } from '../schema/index.ts'
import { unseenValue } from '../unseen-value.ts'

export function createCustomFieldRepository({ orm }: Connection): CustomFieldRepository {
  const select = (where: SQL | undefined) =>
    orm.select().from(customFields).where(where).orderBy(customFields.id).all()
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
    insert: async (field) => orm.insert(customFields).values(field).returning().get(),
    find: async (id) => orm.select().from(customFields).where(eq(customFields.id, id)).get(),
    ofOwner: async (ownerId) => select(eq(customFields.ownerId, unseenValue(ownerId))),
    inScope: async (scope) => select(inSight(scope)),
    update: async (id, change) =>
      orm.update(customFields).set(change).where(eq(customFields.id, id)).returning().all()[0],
    delete: async (id) => {
      orm.delete(customFields).where(eq(customFields.id, id)).run()
    },
  }
}
