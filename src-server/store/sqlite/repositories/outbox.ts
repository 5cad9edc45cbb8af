import { and, desc, eq, gte } from 'drizzle-orm'
import type { OutboxRepository } from '../../repositories/outbox.ts'
import type { Connection } from '../connection.ts'
import { outbox } from '../schema/index.ts'

export function createOutboxRepository({ orm }: Connection): OutboxRepository {
  return {
    add: async (message) =>
      orm
        .insert(outbox)
        .values({ ...message, state: 'waiting', nextAt: message.createdAt })
        .onConflictDoNothing()
        .run().changes === 1,

    countSince: async (purpose, appId, since) =>
      orm.$count(
        outbox,
        and(eq(outbox.appId, appId), eq(outbox.purpose, purpose), gte(outbox.createdAt, since)),
      ),

    newest: async (appId, limit) =>
      orm.select().from(outbox).where(eq(outbox.appId, appId)).orderBy(desc(outbox.id)).limit(limit).all(),
  }
}
