import { desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { ImageRepository } from '../../repositories/images.ts'
import type { Connection } from '../connection.ts'
import { images, requests } from '../schema/index.ts'

const FACTS = {
  id: images.id,
  purpose: images.purpose,
  type: images.type,
  width: images.width,
  height: images.height,
  size: sql<number>`length(${images.bytes})`,
  createdAt: images.createdAt,
}

export function createImageRepository({ orm }: Connection): ImageRepository {
  return {
    insert: async (image) => {
      orm
        .insert(images)
        .values({ ...image, bytes: Buffer.from(image.bytes) })
        .run()
    },
    find: async (id) => orm.select().from(images).where(eq(images.id, id)).get(),
    delete: async (id) => orm.delete(images).where(eq(images.id, id)).returning(FACTS).all()[0],
    count: async (purpose) => orm.$count(images, eq(images.purpose, purpose)),
    list: async (purposes) =>
      orm
        .select(FACTS)
        .from(images)
        .where(inArray(images.purpose, [...purposes]))
        .orderBy(desc(images.createdAt), images.id)
        .all(),
    idsOf: async (requestIds) => {
      const rows = orm
        .select({ id: images.id, requestId: images.requestId })
        .from(images)
        .where(inArray(images.requestId, [...requestIds]))
        .orderBy(images.createdAt, sql`rowid`)
        .all()
      const ids = new Map<number, string[]>(requestIds.map((id) => [id, []]))
      for (const { id, requestId } of rows) ids.get(requestId ?? 0)?.push(id)
      return ids
    },
    deleteOfEnded: async (before, limit) => {
      const ended = orm
        .select({ id: images.id })
        .from(images)
        .innerJoin(requests, eq(requests.id, images.requestId))
        .where(lt(requests.endedAt, before))
        .limit(limit)
      return orm.delete(images).where(inArray(images.id, ended)).run().changes
    },
    countOf: async (requestId) => orm.$count(images, eq(images.requestId, requestId)),
  }
}
