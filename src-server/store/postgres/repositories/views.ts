import { and, asc, eq } from 'drizzle-orm'
import type { ViewRepository } from '../../repositories/views.ts'
import { addedBy, firstOf, type Connection } from '../connection.ts'
import { savedViews } from '../schema/index.ts'

export function createViewRepository({ orm }: Connection): ViewRepository {
  const own = (operatorId: number, list: string) =>
    and(eq(savedViews.operatorId, operatorId), eq(savedViews.list, list))
  return {
    list: async (operatorId, list) =>
      orm.select().from(savedViews).where(own(operatorId, list)).orderBy(asc(savedViews.name)),

    findByName: (operatorId, list, name) =>
      firstOf(
        orm
          .select()
          .from(savedViews)
          .where(and(own(operatorId, list), eq(savedViews.name, name))),
      ),

    count: async (operatorId) => orm.$count(savedViews, eq(savedViews.operatorId, operatorId)),

    save: (view) =>
      addedBy(
        orm
          .insert(savedViews)
          .values(view)
          .onConflictDoUpdate({
            target: [savedViews.operatorId, savedViews.list, savedViews.name],
            set: { query: view.query, columns: view.columns },
          })
          .returning(),
      ),

    delete: (operatorId, id) =>
      firstOf(
        orm
          .delete(savedViews)
          .where(and(eq(savedViews.id, id), eq(savedViews.operatorId, operatorId)))
          .returning(),
      ),
  }
}
