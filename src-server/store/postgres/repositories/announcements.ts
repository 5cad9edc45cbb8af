import { and, desc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import { keyset } from '../../keyset.ts'
import type { AnnouncementRepository } from '../../repositories/announcements.ts'
import { addedBy, firstOf, type Connection } from '../connection.ts'
import { announcements } from '../schema/index.ts'
import { containsAny } from './search.ts'

const SORT = { id: announcements.id, starts_at: announcements.startsAt }

export function createAnnouncementRepository({ orm }: Connection): AnnouncementRepository {
  const find = (id: number) => firstOf(orm.select().from(announcements).where(eq(announcements.id, id)))
  return {
    find,
    insert: (announcement) => addedBy(orm.insert(announcements).values(announcement).returning()),
    update: async (id, change) => {
      if (Object.keys(change).length === 0) return find(id)
      return firstOf(orm.update(announcements).set(change).where(eq(announcements.id, id)).returning())
    },
    delete: (id) => firstOf(orm.delete(announcements).where(eq(announcements.id, id)).returning()),

    current: async (audiences, now, limit) =>
      orm
        .select()
        .from(announcements)
        .where(
          and(
            inArray(announcements.audience, [...audiences]),
            lte(announcements.startsAt, now),
            or(isNull(announcements.endsAt), gt(announcements.endsAt, now)),
          ),
        )
        .orderBy(desc(announcements.startsAt), desc(announcements.id))
        .limit(limit),

    list: async (query) => {
      const where = containsAny([announcements.title, announcements.text], query.search)
      const order = keyset(query, SORT, announcements.id)
      const rows = await orm
        .select()
        .from(announcements)
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
      return { rows, total: await orm.$count(announcements, where), next: order.next(rows) }
    },
  }
}
