import { and, asc, eq } from 'drizzle-orm'
import type { ReplyTemplateRepository } from '../../repositories/requests.ts'
import type { Connection } from '../connection.ts'
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
        .orderBy(asc(replyTemplates.id))
        .all(),

    find: async (operatorId, id) => orm.select().from(replyTemplates).where(one(operatorId, id)).get(),

    insert: async (template) => orm.insert(replyTemplates).values(template).returning().get(),

    update: async (operatorId, id, change) =>
      orm.update(replyTemplates).set(change).where(one(operatorId, id)).returning().all()[0],

    delete: async (operatorId, id) =>
      orm.delete(replyTemplates).where(one(operatorId, id)).returning().all()[0],
  }
}
