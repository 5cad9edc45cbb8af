import { and, asc, eq } from 'drizzle-orm'
import type { ReplyTemplateRepository } from '../../repositories/requests.ts'
import { addedBy, firstOf, type Connection } from '../connection.ts'
import { replyTemplates } from '../schema/index.ts'

export function createReplyTemplateRepository({ orm }: Connection): ReplyTemplateRepository {
  const one = (operatorId: number, id: number) =>
    and(eq(replyTemplates.operatorId, operatorId), eq(replyTemplates.id, id))
  return {
    list: async (operatorId) =>
      orm
        .select()
        .from(replyTemplates)
        .where(eq(replyTemplates.operatorId, operatorId))
        .orderBy(asc(replyTemplates.id)),

    find: async (operatorId, id) => firstOf(orm.select().from(replyTemplates).where(one(operatorId, id))),

    insert: async (template) => addedBy(orm.insert(replyTemplates).values(template).returning()),

    update: async (operatorId, id, change) =>
      firstOf(orm.update(replyTemplates).set(change).where(one(operatorId, id)).returning()),

    delete: async (operatorId, id) =>
      firstOf(orm.delete(replyTemplates).where(one(operatorId, id)).returning()),
  }
}
