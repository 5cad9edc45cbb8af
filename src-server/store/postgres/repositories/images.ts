import { desc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm'
import type { ImageRepository } from '../../repositories/images.ts'
import { changedBy, firstOf, type Connection } from '../connection.ts'
import { images, requests } from '../schema/index.ts'

const FACTS = {
  id: images.id,
  purpose: images.purpose,
  type: images.type,
  width: images.width,
  height: images.height,
  size: sql<number>`octet_length(${images.bytes})`,
  createdAt: images.createdAt,
}
const { number, ...STORED } = getTableColumns(images)

export function createImageRepository({ orm }: Connection): ImageRepository {
  return {
    insert: async (image) => {
      await orm.insert(images).values({ ...image, bytes: Buffer.from(image.bytes) })
    },
    find: (id) => firstOf(orm.select(STORED).from(images).where(eq(images.id, id))),
    delete: (id) => firstOf(orm.delete(images).where(eq(images.id, id)).returning(FACTS)),
    count: async (purpose) => orm.$count(images, eq(images.purpose, purpose)),
    list: async (purposes) =>
      orm
        .select(FACTS)
        .from(images)
        .where(inArray(images.purpose, [...purposes]))
        .orderBy(desc(images.createdAt), images.id),
    idsOf: async (requestIds) => {
      const rows = await orm
        .select({ id: images.id, requestId: images.requestId })
        .from(images)
        .where(inArray(images.requestId, [...requestIds]))
        .orderBy(images.createdAt, number)
      const ids = new Map<number, string[]>(requestIds.map((id) => [id, []]))
      for (const { id, requestId } of rows) ids.get(requestId ?? 0)?.push(id)
      return ids
    },
    deleteOfEnded: (before, limit) => {
      const ended = orm
        .select({ id: images.id })
        .from(images)
        .innerJoin(requests, eq(requests.id, images.requestId))
        .where(lt(requests.endedAt, before))
        .limit(limit)
      return changedBy(orm.delete(images).where(inArray(images.id, ended)))
    },
    countOf: async (requestId) => orm.$count(images, eq(images.requestId, requestId)),
  }
}
